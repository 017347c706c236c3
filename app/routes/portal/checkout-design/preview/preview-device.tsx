import type { ReactNode } from 'react';
import type { Device } from './use-live-preview';

type Props = {
  /** `either`: the one that is chosen. */
  device: Device | 'either';
  /** Of two designs that are compared. */
  version?: string;
  /** Above the screen. */
  caption?: ReactNode;
  children: ReactNode;
};

/** A screen on which the page has the device's real width, scaled to the space or to the chosen zoom (editor.css). */
export function PreviewDevice({ device, version, caption, children }: Props) {
  return (
    <figure data-device={device} data-version={version} className="preview-device">
      {caption && <figcaption className="h-(--caption) text-sm font-medium">{caption}</figcaption>}
      <div className="preview-screen">{children}</div>
    </figure>
  );
}
