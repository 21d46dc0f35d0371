export default {
  mode: "production",
  entry: { page: "./src/page.ts" },
  module: { rules: [{ test: /\.ts$/, loader: "ts-loader" }] },
  resolve: { extensions: [".ts", ".js"], extensionAlias: { ".js": [".ts", ".js"] } },
};
