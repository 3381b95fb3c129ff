/** What browsers take of the bodies of kept requests, of a page's together. One that goes beyond it they refuse. */
const mostBytes = 64 * 1024;

let bytesOnTheWay = 0;
let unkept = 0;

/**
 * Sends a change so that it is done also where somebody leaves the page before it was sent: `isKept` says whether the
 * browser can see to that. While it cannot, because there is too much of it, the browser asks before it leaves.
 */
export async function sendChange<T>(body: string | null, act: (isKept: boolean) => Promise<T>): Promise<T> {
  const bytes = body === null ? 0 : new TextEncoder().encode(body).byteLength;
  if (bytesOnTheWay + bytes > mostBytes) return holdPage(() => act(false));
  bytesOnTheWay += bytes;
  try {
    return await act(true);
  } finally {
    bytesOnTheWay -= bytes;
  }
}

/** Listens only meanwhile: a page that always does is loaded anew when somebody comes back to it. */
async function holdPage<T>(act: () => Promise<T>): Promise<T> {
  unkept += 1;
  window.addEventListener('beforeunload', askFirst);
  try {
    return await act();
  } finally {
    unkept -= 1;
    if (unkept === 0) window.removeEventListener('beforeunload', askFirst);
  }
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
