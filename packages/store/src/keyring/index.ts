export { checkKeyring } from './data-keys.ts';
export { readKeyring, readKeyringFile } from './keyring-file.ts';
export { parseKeyring } from './parse-keyring.ts';
export { readKeyringStatus, removeKeyringKey, rotateKeyring } from './rotate-keyring.ts';
export type { KeyringStatus } from './rotate-keyring.ts';
