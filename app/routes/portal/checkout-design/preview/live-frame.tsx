import { useEffect, useRef, useState } from 'react';
import { postToFrame } from '../../../forms/post-to-frame';
import { setColorScheme, type ColorScheme } from './color-scheme';
import type { Device, LivePage } from './use-live-preview';

/** The frame that a form's button updates without scripts. */
export const frameName = (device: Device, version = 0) => `preview-${device}-${version}`;

type Props = {
  device: Device;
  /** Of the saved design. */
  src: string;
  /** Where the page's fields are sent. */
  action: string;
  page: LivePage;
  scheme: ColorScheme;
};

/**
 * The payers' page. A new version loads in a new frame behind the visible one, so that nothing flickers while somebody types,
 * and the Back button doesn't lead through all versions.
 */
export function LiveFrame({ device, src, action, page: { version, input }, scheme }: Props) {
  const [visible, setVisible] = useState(0);
  const visibleFrame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (input !== null) postToFrame(frameName(device, version), action, new URLSearchParams(input));
  }, [device, version, action, input]);
  useEffect(() => {
    const page = visibleFrame.current?.contentDocument;
    // Otherwise, it's empty, and prepared when it has loaded.
    if (page?.readyState === 'complete') prepare(page, scheme);
  }, [visible, scheme]);
  const show = (number: number, frame: HTMLIFrameElement) => {
    const { contentDocument: page } = frame;
    // A new frame has an empty page before its own.
    if (page?.URL === 'about:blank') return;
    const previous = frame.parentElement?.querySelector('iframe')?.contentDocument;
    if (page) {
      prepare(page, scheme);
      if (previous) page.documentElement.scrollTop = previous.documentElement.scrollTop;
    }
    // A hidden frame may load its first page later than a newer frame.
    setVisible((current) => Math.max(current, number));
  };
  return [...new Set([visible, version])].map((number) => (
    <iframe
      key={number}
      ref={number === visible ? visibleFrame : undefined}
      name={frameName(device, number)}
      title={number === visible ? `Checkout preview, ${device}` : undefined}
      sandbox="allow-same-origin"
      src={number === 0 ? src : undefined}
      loading={number === 0 ? 'lazy' : undefined}
      onLoad={({ currentTarget }) => show(number, currentTarget)}
      className={number === visible ? undefined : 'invisible'}
    />
  ));
}

function prepare(page: Document, scheme: ColorScheme): void {
  setColorScheme(page, scheme);
  page.addEventListener('click', stayOnPage);
}

/** The sample's links and buttons lead nowhere that the frame may show. */
function stayOnPage(event: MouseEvent): void {
  if ((event.target as Element).closest('a, [type=submit]')) event.preventDefault();
}
