export default {
  mode: 'production',
  entry: ['./main.js', './index.html'],
  output: { path: `${import.meta.dirname}/dist`, clean: true },
  module: { rules: [{ test: /\.html$/, type: 'asset/resource', generator: { filename: '[name][ext]' } }] },
};
