# The messages, generated from the .proto files during the build: of the arena's protocol for everybody, and of a
# failed call's details for the library alone.
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)
find_package(gRPC CONFIG REQUIRED)

# In the package of the sources, the .proto files are beside the library.
set(PROTO_ROOT ${PROJECT_SOURCE_DIR}/proto)
if(NOT EXISTS ${PROTO_ROOT})
  get_filename_component(PROTO_ROOT ${PROJECT_SOURCE_DIR}/../../proto ABSOLUTE)
endif()
set(KAHUA_GENERATED ${PROJECT_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${KAHUA_GENERATED})

# Sets `result` to the sources that are made of one .proto file.
function(kahua_generate result root proto)
  string(REGEX REPLACE "\\.proto$" "" stem ${KAHUA_GENERATED}/${proto})
  set(made ${stem}.pb.cc ${stem}.pb.h)
  set(arguments --cpp_out=${KAHUA_GENERATED})
  file(STRINGS ${root}/${proto} services REGEX "^service ")
  if(services)
    list(APPEND made ${stem}.grpc.pb.cc ${stem}.grpc.pb.h)
    list(APPEND arguments --grpc_out=${KAHUA_GENERATED} --plugin=protoc-gen-grpc=$<TARGET_FILE:gRPC::grpc_cpp_plugin>)
  endif()
  add_custom_command(
    OUTPUT ${made}
    COMMAND protobuf::protoc -I ${root} ${arguments} ${proto}
    DEPENDS ${root}/${proto}
    VERBATIM)
  list(FILTER made INCLUDE REGEX "\\.cc$")
  set(${result} ${made} PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE PROTOS CONFIGURE_DEPENDS RELATIVE ${PROTO_ROOT} ${PROTO_ROOT}/kahua/*.proto)
add_library(kahua_messages STATIC)
add_library(kahua::messages ALIAS kahua_messages)
foreach(proto ${PROTOS})
  kahua_generate(made ${PROTO_ROOT} ${proto})
  target_sources(kahua_messages PRIVATE ${made})
endforeach()
target_include_directories(kahua_messages SYSTEM PUBLIC $<BUILD_INTERFACE:${KAHUA_GENERATED}>
                                                        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(kahua_messages PUBLIC cxx_std_20)
target_link_libraries(kahua_messages PUBLIC gRPC::grpc++ protobuf::libprotobuf)

kahua_generate(KAHUA_ERROR_DETAILS ${PROJECT_SOURCE_DIR}/src error_details.proto)
set_source_files_properties(${KAHUA_ERROR_DETAILS} PROPERTIES COMPILE_OPTIONS -w)
