import { removeKeyringKey } from '@tallyhook/store/keyring';
import { checkOperator } from '../operator.ts';
import { defineRoute } from '../route.ts';

export const deleteKeyringKey = defineRoute({
  method: 'delete',
  path: '/api/keyring/keys/:id',
  access: 'person',
  summary: 'Removes a key that seals nothing any more from the keyring; for operators.',
  answer: 'KeyringStatus',
  problems: ['forbidden', 'not_found', 'invalid_input'],
  async handler(request, { store, now }) {
    const { personId } = request.signedIn;
    await checkOperator(store, personId, 'remove keys from its keyring');
    return removeKeyringKey(store, request.params.id, { by: personId, now: now() });
  },
});
