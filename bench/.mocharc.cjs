module.exports = { ...require('../.mocharc.base.cjs'), spec: ['**/*.test.ts'] };
