import { readKeyringStatus } from '@tallyhook/store/keyring';
import { checkOperator } from '../operator.ts';
import { defineRoute } from '../route.ts';

export const getKeyring = defineRoute({
  method: 'get',
  path: '/api/keyring',
  access: 'person',
  summary: 'Shows which keys seal credentials, and how far their rotation is; for operators.',
  answer: 'KeyringStatus',
  problems: ['forbidden'],
  async handler(request, { store }) {
    await checkOperator(store, request.signedIn.personId, 'see the state of its keyring');
    return readKeyringStatus(store);
  },
});
