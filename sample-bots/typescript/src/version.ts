/** The library's name and version, as Hello tells the arena. A test compares it with package.json. */
export const LIBRARY = "kahua-typescript 0.1.0";
