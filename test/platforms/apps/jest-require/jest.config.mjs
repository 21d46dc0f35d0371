export default {
  transform: { "\\.ts$": "ts-jest" },
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
};
