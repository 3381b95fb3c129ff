import { rotateKeyring } from '@tallyhook/store/keyring';
import { checkOperator } from '../operator.ts';
import { defineRoute } from '../route.ts';

/** Short, so that a rotation shows its progress and any number of data keys can be moved. */
export const postKeyringRotation = defineRoute({
  method: 'post',
  path: '/api/keyring/rotation',
  access: 'person',
  summary: 'Makes one step of a rotation of the keyring, which may be repeated until nothing remains; for operators.',
  body: 'KeyringRotation',
  answer: 'KeyringStatus',
  problems: ['forbidden', 'invalid_input', 'unavailable'],
  async handler(request, { store, now }) {
    const { personId } = request.signedIn;
    await checkOperator(store, personId, 'rotate its keyring');
    return rotateKeyring(store, request.body, { by: personId, now: now() });
  },
});
