module.exports = { ...require('../../.mocharc.base.cjs'), spec: ['src/**/*.test.ts'] };
