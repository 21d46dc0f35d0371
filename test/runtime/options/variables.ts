/** Variables as a module has them. */
export const TOKEN = "of-a-module";
