import type { CardSavingMessages } from './en';

export const cardSavingDe: CardSavingMessages = {
  title: 'Karte speichern',
  why: (merchant, brand) =>
    `${brand} speichert Ihre Karte, damit Sie bei ${merchant} schneller bezahlen können. Jede Zahlung lösen Sie selbst aus.`,
  whyForMerchant: (merchant, brand) =>
    `${brand} speichert Ihre Karte, damit ${merchant} sie später belasten kann.`,
  consent: {
    recurring: (merchant) =>
      `Ich ermächtige ${merchant}, diese Karte regelmäßig zu belasten, zum Beispiel für ein Abonnement, ohne mich jedes Mal zu fragen.`,
    installment: (merchant) =>
      `Ich ermächtige ${merchant}, diese Karte mit den Raten für meinen Einkauf zu belasten, ohne mich jedes Mal zu fragen.`,
    unscheduled: (merchant) =>
      `Ich ermächtige ${merchant}, diese Karte je nach Nutzung des Dienstes zu belasten, zum Beispiel zum Aufladen eines Guthabens, ohne mich jedes Mal zu fragen.`,
  },
  nothingNow: 'Jetzt wird nichts abgebucht. Wir fragen nur bei Ihrer Bank nach, ob die Karte gültig ist.',
  codeNotKept: 'Der Sicherheitscode wird nicht gespeichert.',
  save: 'Karte speichern',
  savingNow: 'Die Karte wird gespeichert …',
  cancel: 'Abbrechen',
  declined: 'Die Karte wurde abgelehnt und nicht gespeichert',
  notSaved: 'Ihre Karte wurde nicht gespeichert',
  outOfDate:
    'Diese Seite war nicht mehr aktuell. Die Karte wurde deshalb nicht gespeichert. Bitte geben Sie Ihre Kartendaten noch einmal ein.',
  noAnswer: 'Ihre Bank hat nicht geantwortet. Es wurde nichts abgebucht. Bitte versuchen Sie es noch einmal.',
  unavailable:
    'Zurzeit können hier keine Karten gespeichert werden. Bitte versuchen Sie es später noch einmal.',
  authenticate:
    'Ihre Bank bittet Sie, diese Karte zu bestätigen, bevor sie gespeichert wird. Es wird nichts abgebucht.',
  checking: 'Ihre Bank hat Ihre Karte noch nicht bestätigt. Es wurde nichts abgebucht.',
  anotherCard: 'Andere Karte verwenden',
  titles: {
    save_checking: 'Wir warten auf Ihre Bank',
    save_authenticate: 'Bei Ihrer Bank bestätigen',
    saved: 'Ihre Karte ist gespeichert',
    save_expired: 'Diese Seite ist abgelaufen',
    save_failed: 'Zu viele Versuche',
    save_cancelled: 'Es wurde keine Karte gespeichert',
    save_removed: 'Diese Karte ist nicht mehr gespeichert',
  },
  savedForPayer: (card, merchant) =>
    `Ihre Karte ${card} ist für Ihre nächste Zahlung an ${merchant} gespeichert. Es wurde nichts abgebucht.`,
  savedForMerchant: (card, merchant) =>
    `${merchant} kann jetzt Ihre Karte ${card} verwenden. Es wurde nichts abgebucht.`,
  save_expired: (merchant) =>
    `Es wurde keine Karte gespeichert. Gehen Sie zurück zu ${merchant} und beginnen Sie von vorn.`,
  save_failed:
    'Keine der Karten wurde angenommen. Es wurde keine Karte gespeichert, und es wurde nichts abgebucht.',
  save_cancelled: 'Sie haben abgebrochen. Es wurde nichts abgebucht.',
  save_removed: (merchant: string) => `${merchant} kann sie nicht mehr belasten.`,
  mayClose: 'Sie können diese Seite schließen.',
};
