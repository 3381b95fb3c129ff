import assert from 'node:assert/strict';
import { describeAgent } from './describe-agent.ts';

describe('the device of a session', () => {
  const rows: [string | null, string][] = [
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Macintosh) AppleWebKit Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on macOS'],
    ['tallyhook/0.1.0', 'tallyhook'],
    [null, 'An unnamed program'],
  ];
  for (const [agent, named] of rows) it(`is ${named}`, () => assert.equal(describeAgent(agent), named));
});
