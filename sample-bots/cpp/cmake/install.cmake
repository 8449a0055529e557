# Installing the library, so that find_package(kahua) finds it, and packing its sources with the .proto files: see the
# README.
include(CMakePackageConfigHelpers)

set(KAHUA_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/kahua)
set_target_properties(kahua_messages PROPERTIES EXPORT_NAME messages)
install(TARGETS kahua kahua_messages EXPORT kahua ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT kahua NAMESPACE kahua:: FILE kahua-targets.cmake DESTINATION ${KAHUA_CMAKE_DIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kahua DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(
  DIRECTORY ${KAHUA_GENERATED}/kahua
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING
  PATTERN "*.h")
install(DIRECTORY ${PROTO_ROOT}/kahua DESTINATION ${CMAKE_INSTALL_DATADIR}/kahua/proto FILES_MATCHING PATTERN "*.proto")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/kahua-config.cmake.in kahua-config.cmake
                              INSTALL_DESTINATION ${KAHUA_CMAKE_DIR})
# Before 1.0, every minor version may break what uses the library.
write_basic_package_version_file(kahua-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kahua-config.cmake ${PROJECT_BINARY_DIR}/kahua-config-version.cmake
        DESTINATION ${KAHUA_CMAKE_DIR})

# `cmake --build build --target package_source` writes kahua-cpp-VERSION.tar.gz. The tests and sample bots are inside,
# but not the recorded asks.
set(CPACK_PACKAGE_VENDOR "The Kahua authors")
set(CPACK_PACKAGE_CONTACT ${PROJECT_HOMEPAGE_URL})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_RESOURCE_FILE_README ${PROJECT_SOURCE_DIR}/README.md)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME kahua-cpp-${PROJECT_VERSION})
set(CPACK_SOURCE_INSTALLED_DIRECTORIES ${PROJECT_SOURCE_DIR} / ${PROTO_ROOT}/kahua /proto/kahua)
set(CPACK_SOURCE_IGNORE_FILES "/build[^/]*/")
include(CPack)
