import assert from 'node:assert/strict';
import { sampleDelivery } from './sample-delivery.ts';

describe('sample delivery', () => {
  it('has a value at every path, even at names such as constructor', () => {
    const { body } = sampleDelivery({
      label: 'Events',
      event: '{{event.body.constructor}}',
      deliveryId: '{{event.body.__proto__.tainted}}',
      missingId: 'refuse',
      account: '{{event.body.items.0.toString}}',
    });
    assert.equal(
      JSON.stringify(body),
      '{"constructor":"constructor","__proto__":{"tainted":"tainted"},"items":[{"toString":"toString"}]}',
    );
    assert.equal(({} as Record<string, unknown>)['tainted'], undefined);
  });
});
