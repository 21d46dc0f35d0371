export default {
  transform: { "\\.[jt]s$": "ts-jest" },
  transformIgnorePatterns: ["/node_modules/(?!(@sdkwright|@noble|ky)/)"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
};
