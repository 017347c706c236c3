import { usePageLocale } from '../page-locale';
import { CheckoutScript, type PageScript } from './checkout-script';

/**
 * On a page that reloads until a result is known. The second sentence disappears after a moment, so that each check is
 * visible. The script keeps the focus across reloads.
 */
export function CheckProgress({ script }: { script?: PageScript }) {
  const { messages } = usePageLocale();
  return (
    <>
      <p data-waiting>
        {messages.paying.goesOn}{' '}
        <span className="motion-safe:animate-[hide_3s_step-end_forwards]">
          {messages.paying.checkedJustNow}
        </span>
      </p>
      <CheckoutScript script={script} />
    </>
  );
}
