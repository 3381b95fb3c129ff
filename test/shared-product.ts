import { startProduct, type Product } from './product.ts';

let started: Promise<Product> | undefined;

/**
 * The product with its demo, started once for all files of a run that ask for it. They ask it, they do not stop it or
 * kill its parts, and they leave the demo as they found it or work in a workspace of their own.
 */
export function shareProduct(): Promise<Product> {
  started ??= startProduct().catch((error: unknown) => {
    // One start that fails is one file's failure: the next file tries again.
    started = undefined;
    throw error;
  });
  return started;
}

// Outside of a suite: this runs once, after the last test of the last file.
after('end the product that files shared', async () => (await started)?.remove());
