import { useEffect, useState, type RefObject } from 'react';

const tilePx = 220;
const [minPx, maxPx] = [320, 760];
/** Below the chart's section, down to the edge of the window. */
const marginPx = 20;

/**
 * The height of a drawing: that of a tile, or as much as brings the end of its section to the lower edge of the window.
 * Measured again whenever the page changes its height, for what stands above and below has no fixed one.
 */
export function useFreeHeight(root: RefObject<HTMLElement | null>, isFilling: boolean): number {
  const [heightPx, setHeightPx] = useState(isFilling ? minPx : tilePx);
  useEffect(() => {
    const section = root.current?.closest('section');
    if (!isFilling || section == null) return;
    function fit() {
      const free = window.innerHeight - marginPx - (section!.getBoundingClientRect().bottom + window.scrollY);
      setHeightPx((now) => Math.round(Math.min(maxPx, Math.max(minPx, now + free))));
    }
    fit();
    const watched = new ResizeObserver(fit);
    watched.observe(document.body);
    window.addEventListener('resize', fit);
    return () => {
      watched.disconnect();
      window.removeEventListener('resize', fit);
    };
  }, [root, isFilling]);
  return heightPx;
}
