module.exports = {
  spec: ['src/**/*.test.ts', 'test/**/*.test.ts'],
  extension: ['ts'],
  // A test that hangs says so late; on a busy machine a start of engines takes a minute, and seconds of work take minutes.
  timeout: 300_000,
  ignore: ['**/node_modules/**'],
};
