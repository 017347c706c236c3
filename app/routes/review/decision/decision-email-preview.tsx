import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { Panel } from '~/ui/layout/panel';
import { postToFrame } from '../../forms/post-to-frame';
import { getReviewPath } from '../review-path';
import type { Decision } from './decision-messages';
import type { PagePreview } from './page-preview';

type Props = {
  applicationId: string;
  as: Decision;
  email: NonNullable<PagePreview['email']>;
  message: string;
};

/** The email as it will arrive. Without scripts, its text. */
export function DecisionEmailPreview({ applicationId, as, email: { subject, text }, message }: Props) {
  const isHydrated = useHydrated();
  return (
    <Panel title="What the merchant will see">
      <p className="font-medium">{subject}</p>
      {isHydrated ? (
        <MailFrame action={getReviewPath(applicationId, `decision-email?as=${as}`)} message={message} />
      ) : (
        <p className={clsx(boxClass, 'p-3 whitespace-pre-wrap wrap-anywhere noscript:h-auto')}>{text}</p>
      )}
    </Panel>
  );
}

/** Its height is fixed, so that the buttons below don't move away from a click while the email loads. */
const boxClass = 'relative mt-3 h-144 overflow-hidden rounded-lg border border-line';

/** A new version loads behind the visible one, so that nothing flickers while somebody types. */
function MailFrame({ action, message }: { action: string; message: string }) {
  const [loaded, setLoaded] = useState(-1);
  const [version, setVersion] = useState(0);
  const latest = useRef<string>();
  useEffect(() => {
    if (latest.current === message) return;
    latest.current = message;
    setVersion((current) => current + 1);
  }, [message]);
  useEffect(() => {
    if (version) postToFrame(`decision-email-${version}`, action, [['message', latest.current!]]);
  }, [version, action]);
  const show = (loadedVersion: number, { contentDocument: page }: HTMLIFrameElement) => {
    // A new frame has an empty page before its own.
    if (!page || page.URL === 'about:blank') return;
    page.addEventListener('click', stayOnPage);
    setLoaded((current) => Math.max(loadedVersion, current));
  };
  const versions = [...new Set([loaded, version])].filter((number) => number > 0);
  return (
    <div className={boxClass}>
      {versions.map((number) => (
        <iframe
          key={number}
          name={`decision-email-${number}`}
          title="Email to the merchant"
          sandbox="allow-same-origin"
          onLoad={({ currentTarget }) => show(number, currentTarget)}
          className={`absolute inset-0 h-full w-full bg-white ${number === loaded ? '' : 'invisible'}`}
        />
      ))}
    </div>
  );
}

/** The merchant's links lead nowhere that the frame may show. */
function stayOnPage(event: MouseEvent): void {
  if ((event.target as Element).closest('a')) event.preventDefault();
}
