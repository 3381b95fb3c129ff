import { createUploadWorld, type UploadWorld } from './upload-world.ts';
import { startVault } from './vault.ts';

export type Way = 'body' | 'form' | 'pieces';

/** What a service logged of one upload. */
export interface Evidence {
  starts: number;
  /** How many times each piece arrived; for a whole file one number. */
  arrivals: number[];
  finishes: number;
  /** Bytes of the file's requests, those sent again included. */
  arrivedBytes: number;
  /** The files that the service has in the end. */
  held: { sizeBytes: number; sha256: string }[];
}

/** A world with a service that takes files in one way and logs what arrives. */
export interface MatrixWorld {
  world: UploadWorld;
  /** Forgets what arrived, and has this fault from now on. */
  begin(fault: string): Promise<void>;
  evidence(): Promise<Evidence>;
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;
/** Four pieces, the last of which is shorter. */
export const [sizeBytes, pieceBytes] = [2 * mebibyte - 5, mebibyte / 2];

export function openMatrixWorld(way: Way): Promise<MatrixWorld> {
  return way === 'pieces' ? openPieces() : openWhole(way);
}

async function openPieces(): Promise<MatrixWorld> {
  const world = await createUploadWorld({ sizeBytes, chunkSizeBytes: pieceBytes });
  const { youtube } = world;
  return {
    world,
    async begin(fault) {
      await youtube.clear();
      await youtube.setFaults(...(fault === 'none' ? [] : [fault]));
    },
    async evidence() {
      const log = await youtube.log();
      const pieces = log.filter(({ kind }) => kind === 'piece');
      const count = Math.max(0, ...pieces.map(({ piece }) => piece ?? 0));
      return {
        starts: log.filter(({ kind }) => kind === 'start').length,
        arrivals: Array.from({ length: count }, (_, at) => pieces.filter(({ piece }) => piece === at + 1).length),
        finishes: 0,
        arrivedBytes: pieces.reduce((sum, { arrivedBytes }) => sum + arrivedBytes, 0),
        held: await youtube.videos(),
      };
    },
    close: () => world.close(),
  };
}

async function openWhole(way: 'body' | 'form'): Promise<MatrixWorld> {
  const vault = await startVault();
  const connector = vault.connector(way === 'body' ? 'send-between' : 'send-form-between');
  const world = await createUploadWorld({ sizeBytes, connector });
  let fault = 'none';
  const kindOf = (what: string) =>
    what.endsWith(' /places') ? 'start' : what.endsWith('/publish') ? 'finish' : 'transfer';
  const effectOf = (what: string) => (fault.startsWith(`${kindOf(what)}:`) ? fault.split(':')[1]! : '');
  vault.answerEarlyWith((request, response) => {
    const effect = effectOf(`${request.method} ${request.url}`);
    if (effect === 'early-413') return (response.writeHead(413, { connection: 'close' }).end('too large here'), true);
    return effect === 'hang' || (effect === 'reset' && (request.socket.resetAndDestroy(), true));
  });
  vault.answerWith((request, response) => {
    const effect = effectOf(`${request.method} ${request.url}`).replace('stored-', '');
    if (effect === 'hang') return true;
    if (effect === 'reset') return (request.socket.resetAndDestroy(), true);
    if (effect === 'redirect') return (response.writeHead(307, { location: 'https://elsewhere.example/' }).end(), true);
    return /^\d/.test(effect) && (response.writeHead(Number(effect), { 'retry-after': '1' }).end('no'), true);
  });
  return {
    world,
    async begin(next) {
      fault = next;
      vault.requests.length = 0;
    },
    async evidence() {
      const of = (kind: string) => vault.requests.filter(({ what }) => kindOf(what) === kind);
      const transfers = of('transfer').filter(({ what }) => !what.startsWith('DELETE'));
      const isKept = ({ status }: { status: number | null }) => status === 200 || fault.startsWith('transfer:stored-');
      return {
        starts: of('start').length,
        arrivals: [transfers.length],
        finishes: of('finish').length,
        arrivedBytes: transfers.reduce((sum, { arrivedBytes }) => sum + arrivedBytes, 0),
        held: transfers
          .filter((transfer) => transfer.fileSha256 !== '' && isKept(transfer))
          .map(({ fileBytes, fileSha256 }) => ({ sizeBytes: fileBytes, sha256: fileSha256 })),
      };
    },
    async close() {
      await world.close();
      await vault.close();
    },
  };
}
