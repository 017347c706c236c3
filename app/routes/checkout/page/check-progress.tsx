import { usePageLocale } from '../page-locale';

/** On a page that reloads until a result is known. The second sentence disappears after a moment, so that each check is visible. */
export function CheckProgress() {
  const { messages } = usePageLocale();
  return (
    <p>
      {messages.paying.goesOn}{' '}
      <span className="motion-safe:animate-[hide_3s_step-end_forwards]">
        {messages.paying.checkedJustNow}
      </span>
    </p>
  );
}
