import type { ReactNode, RefObject } from 'react';

type Props = {
  controls: ReactNode;
  /** The element around the devices. */
  stage?: RefObject<HTMLDivElement>;
  children: ReactNode;
};

/** The controls, and below them the devices in the rest of the window's height (editor.css). */
export function PreviewLayout({ controls, stage, children }: Props) {
  return (
    <section aria-labelledby="preview-title" className="preview">
      <h2 id="preview-title" className="sr-only">
        Preview
      </h2>
      <div className="flex flex-wrap items-center gap-2">{controls}</div>
      <div ref={stage} className="preview-stage">
        {children}
      </div>
    </section>
  );
}
