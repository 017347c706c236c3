import { useEffect, type RefObject } from 'react';

/** Scrolls all frames in a container with the one that somebody scrolls. */
export function useSharedScroll(container: RefObject<HTMLElement>): void {
  useEffect(() => {
    const frames = [...container.current!.querySelectorAll('iframe')];
    /** Positions that were set here, so that a shorter page doesn't hold back the others. */
    const positions = new WeakMap<Document, number>();
    const follow = ({ currentTarget }: Event) => {
      const leader = currentTarget as Document;
      const { scrollTop } = leader.documentElement;
      if (positions.get(leader) === scrollTop) return;
      for (const { contentDocument: page } of frames) {
        if (page?.readyState !== 'complete' || page === leader) continue;
        page.documentElement.scrollTop = scrollTop;
        positions.set(page, page.documentElement.scrollTop);
      }
      positions.delete(leader);
    };
    const attach = (frame: HTMLIFrameElement) => frame.contentDocument?.addEventListener('scroll', follow);
    for (const frame of frames) {
      // It may have been loaded before this script.
      attach(frame);
      frame.addEventListener('load', () => attach(frame));
    }
  }, [container]);
}
