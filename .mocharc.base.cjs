module.exports = {
  spec: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  extension: ['ts'],
  // Generous: on a busy machine engines take a minute to start, and seconds of work take minutes.
  timeout: 300_000,
  ignore: ['**/node_modules/**'],
};
