/** A button that looks like a link. Canceling is final, so it isn't one. */
export function CancelForm({ to, label }: { to: string; label: string }) {
  return (
    <form method="post" action={to} className="mt-5 text-center">
      <button
        type="submit"
        data-cancel
        className="min-h-11 text-ink-soft underline underline-offset-4 hover:text-ink disabled:opacity-50"
      >
        {label}
      </button>
    </form>
  );
}
