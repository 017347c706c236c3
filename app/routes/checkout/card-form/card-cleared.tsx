import { usePageLocale } from '../page-locale';

/** Above the form in another language, which the card that was entered didn't reach. It takes the focus, so that it's read aloud. */
export function CardCleared() {
  const { messages } = usePageLocale();
  return (
    <p role="status" tabIndex={-1} autoFocus className="mb-6 rounded-lg bg-sunken p-4 outline-none">
      {messages.enterCardAgain}
    </p>
  );
}
