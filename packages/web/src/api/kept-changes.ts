/** Browsers limit the total body size of a page's `keepalive` requests to 64 KiB and reject requests beyond it. */
const maxBytes = 64 * 1024;

let bytesInFlight = 0;
let unkept = 0;

/**
 * Sends a change so that it completes even if the person leaves the page. `isKept` says whether the request fits the
 * browser's `keepalive` limit. If it does not, the browser asks for confirmation before leaving.
 */
export async function sendChange<T>(body: string | null, act: (isKept: boolean) => Promise<T>): Promise<T> {
  const bytes = body === null ? 0 : new TextEncoder().encode(body).byteLength;
  if (bytesInFlight + bytes > maxBytes) return holdPage(() => act(false));
  bytesInFlight += bytes;
  try {
    return await act(true);
  } finally {
    bytesInFlight -= bytes;
  }
}

/**
 * Listens only while needed: a page with a permanent `beforeunload` listener is excluded from the back/forward cache.
 */
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
