import assert from 'node:assert/strict';
import { splitCommand } from './split-command.ts';

describe('splitting a command', () => {
  const words = (text: string) => splitCommand(text).words;

  it('follows the quotation marks of a shell', () => {
    assert.deepEqual(words(`curl 'a b' "c \\"d\\" $E" f\\ g 'it'\\''s' ""`), [
      ...['curl', 'a b', 'c "d" $E', 'f g', "it's", ''],
    ]);
    assert.deepEqual(words(`curl $'caf\\u00e9\\n\\'x\\'' --data='{"a": 1}'`), ['curl', "café\n'x'", '--data={"a": 1}']);
  });

  it('continues lines after a backslash, and ends at the first command', () => {
    assert.deepEqual(splitCommand('curl \\\n  -X POST \\\r\n  https://a.example.com\n'), {
      ...{ words: ['curl', '-X', 'POST', 'https://a.example.com'], end: undefined },
    });
    assert.deepEqual(splitCommand('curl https://a.example.com | jq .'), {
      ...{ words: ['curl', 'https://a.example.com'], end: '|' },
    });
  });

  it('refuses a quotation mark that is not closed', () => {
    assert.throws(() => splitCommand(`curl \\\n -d '{"a": 1}`), /Line 2 of the command has a ' that is not closed/);
  });
});
