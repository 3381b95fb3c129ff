module.exports = {
  spec: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  extension: ['ts'],
  timeout: 60_000,
  ignore: ['**/node_modules/**'],
};
