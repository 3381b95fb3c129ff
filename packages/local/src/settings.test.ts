import assert from 'node:assert/strict';
import { readSettings } from './settings.ts';

const clone = '/srv/tallyhook';

describe('settings of npm start', () => {
  it('have defaults for everything', () => {
    const settings = readSettings({}, clone);
    assert.equal(settings.home, '/srv/tallyhook/.tallyhook');
    assert.equal(settings.port, 3000);
    assert.equal(settings.baseUrl, 'http://127.0.0.1:3000');
    assert.equal(settings.demo, true);
    assert.equal(settings.mongodbUri, undefined);
    assert.equal(settings.temporalNamespace, 'tallyhook');
  });

  it('treat an empty variable as unset', () => {
    const settings = readSettings({ PORT: '', MONGODB_URI: ' ', TALLYHOOK_HOME: '', XDG_CACHE_HOME: '' }, clone);
    assert.equal(settings.port, 3000);
    assert.equal(settings.mongodbUri, undefined);
    assert.match(settings.engines.cacheDirectory, /\/\.cache\/tallyhook$/);
  });

  it('resolve TALLYHOOK_HOME from the clone and trim the base address', () => {
    const settings = readSettings({ TALLYHOOK_HOME: 'data', TALLYHOOK_BASE_URL: 'https://hooks.example.com/' }, clone);
    assert.equal(settings.home, '/srv/tallyhook/data');
    assert.equal(settings.baseUrl, 'https://hooks.example.com');
  });

  it('switch the demo off with TALLYHOOK_DEMO=0', () => {
    assert.equal(readSettings({ TALLYHOOK_DEMO: '0' }, clone).demo, false);
  });

  for (const port of ['http', '0', '65536', '-1', '3000.5', '3e3']) {
    it(`refuse PORT=${port} by name`, () => {
      assert.throws(() => readSettings({ PORT: port }, clone), {
        name: 'Problem',
        message: `PORT must be a number from 1 to 65535, as in PORT=8080 npm start, got "${port}".`,
      });
    });
  }

  it('refuse an invalid base address', () => {
    assert.throws(
      () => readSettings({ TALLYHOOK_BASE_URL: 'tallyhook.example.com' }, clone),
      /must be an address such/,
    );
  });
});
