import type { AnswerMessages } from './en';

export const answersDe: AnswerMessages = {
  declined: {
    what: (amount, merchant, date) =>
      `Ihre Zahlung von ${amount} an ${merchant} vom ${date} wurde abgelehnt.`,
    reasons: {
      number_unknown: 'Die Kartennummer wurde nicht erkannt.',
      expiry_refused: 'Die Karte war abgelaufen, oder das Ablaufdatum war falsch.',
      code_refused: 'Der Sicherheitscode stimmte nicht.',
      authentication_failed: 'Ihre Bank konnte nicht bestätigen, dass Sie es waren.',
      technical_problem: 'Ein technisches Problem hat die Zahlung verhindert.',
      insufficient_funds: 'Die Karte war nicht ausreichend gedeckt.',
      declined: 'Einen Grund können wir Ihnen nicht nennen. Möglicherweise kann Ihre Bank Ihnen mehr sagen.',
    },
    notCharged: 'Ihre Karte wurde nicht belastet.',
    reversing: 'Ihre Bank hat sie später doch genehmigt. Wir machen sie rückgängig.',
    reversed:
      'Ihre Bank hat sie später doch genehmigt, und wir haben sie rückgängig gemacht. Bis Ihre Bank das anzeigt, können mehrere Bankarbeitstage vergehen.',
    notReversed: 'Ihre Bank hat sie später doch genehmigt, und sie wurde noch nicht rückgängig gemacht.',
    succeeded: (amount, at) =>
      `Ihre Zahlung von ${amount} vom ${at} war erfolgreich. Sie müssen nicht noch einmal zahlen.`,
    retry: (merchant) =>
      `Wenn Sie weiterhin an ${merchant} zahlen möchten, versuchen Sie es noch einmal oder verwenden Sie eine andere Karte.`,
  },
  refund: {
    sent: (amount, merchant, date) =>
      `${merchant} hat ${amount} erstattet. Die Erstattung wurde am ${date} an Ihre Bank gesendet.`,
    reference: (reference) => `Falls Ihre Bank nach einer Referenz fragt, nennen Sie ${reference}.`,
    card: (lastFour) =>
      `Das Geld geht zurück auf die Karte mit den Endziffern ${lastFour}, mit der Sie gezahlt haben.`,
    usual: 'Eine Erstattung erscheint meist nach 5 bis 10 Bankarbeitstagen auf Ihrer Abrechnung.',
    overdue:
      'Diese Zeit ist vergangen. Wenn Sie die Erstattung nicht auf Ihrer Abrechnung finden, wenden Sie sich an Ihre Bank.',
    pending: (amount, date) =>
      `Am ${date} wurde eine Erstattung von ${amount} beantragt. Sie ist noch nicht bestätigt.`,
    failed: (amount, date) =>
      `Am ${date} wurde eine Erstattung von ${amount} beantragt, die fehlgeschlagen ist. Sie haben dieses Geld nicht erhalten.`,
    returned: (amount, date) =>
      `Ihre Bank hat die Erstattung von ${amount} zurückgesendet, die am ${date} an sie ging. Sie haben dieses Geld nicht erhalten.`,
    contact: (merchant) => `Wenden Sie sich an ${merchant}, um es auf einem anderen Weg zu erhalten.`,
    earlier: (count) =>
      count === 1
        ? 'Eine frühere Erstattung ist hier nicht aufgeführt.'
        : `${count} frühere Erstattungen sind hier nicht aufgeführt.`,
  },
  hold: {
    was: (amount, merchant, date) =>
      `Am ${date} wurden ${amount} auf Ihrer Karte für ${merchant} reserviert.`,
    still: (amount) =>
      `Davon sind ${amount} noch reserviert. Dieser Betrag ist vorgemerkt, aber nicht abgebucht.`,
    until: (merchant, date) =>
      `${merchant} kann ihn bis zum ${date} abbuchen. Andernfalls wird er freigegeben.`,
    open: (merchant) => `${merchant} kann ihn abbuchen oder freigeben.`,
    ended: (date) => `Die Reservierung endete am ${date} und wird gerade freigegeben.`,
    waiting: (amount) => `Eine Änderung an ${amount} der Reservierung ist noch nicht bestätigt.`,
    charged: (amount, merchant) =>
      `${merchant} hat davon ${amount} abgebucht. Die Reservierung und diese Abbuchung sind eine einzige Zahlung, nicht zwei.`,
    released: (amount) =>
      `Davon wurden ${amount} freigegeben und werden nicht abgebucht. Bis Ihre Bank das anzeigt, können mehrere Bankarbeitstage vergehen.`,
  },
  duplicate: {
    others: (count, amount, merchant) =>
      count === 1
        ? `Innerhalb von 24 Stunden vor oder nach dieser Zahlung gibt es noch eine Zahlung von ${amount} an ${merchant} mit derselben Karte, E-Mail-Adresse oder Bestellung.`
        : `Innerhalb von 24 Stunden vor oder nach dieser Zahlung gibt es noch ${count} Zahlungen von ${amount} an ${merchant} mit derselben Karte, E-Mail-Adresse oder Bestellung.`,
    atLeast: (count, amount, merchant) =>
      count === 1
        ? `Innerhalb von 24 Stunden vor oder nach dieser Zahlung gibt es mindestens eine weitere Zahlung von ${amount} an ${merchant} mit derselben Karte, E-Mail-Adresse oder Bestellung.`
        : `Innerhalb von 24 Stunden vor oder nach dieser Zahlung gibt es mindestens ${count} weitere Zahlungen von ${amount} an ${merchant} mit derselben Karte, E-Mail-Adresse oder Bestellung.`,
    pending: (at) => `Die Zahlung vom ${at} ist noch nicht bestätigt.`,
    declined: (at) => `Die Zahlung vom ${at} wurde abgelehnt und nicht abgebucht.`,
    reversing: (at) =>
      `Die Zahlung vom ${at} wurde abgelehnt, Ihre Bank hat sie später genehmigt, und sie wird rückgängig gemacht.`,
    reversed: (at) =>
      `Die Zahlung vom ${at} wurde abgelehnt, Ihre Bank hat sie später genehmigt, und sie wurde rückgängig gemacht.`,
    notReversed: (at) =>
      `Die Zahlung vom ${at} wurde abgelehnt, Ihre Bank hat sie später genehmigt, und sie wurde noch nicht rückgängig gemacht.`,
    held: (at) => `Die Zahlung vom ${at} ist reserviert und nicht abgebucht.`,
    released: (at) => `Die Zahlung vom ${at} wurde freigegeben und nicht abgebucht.`,
    charged: (at, amount) => `Für die Zahlung vom ${at} wurden ${amount} abgebucht.`,
    refunded: (amount) => `Davon wurden ${amount} erstattet.`,
    refunding: (amount) => `Eine Erstattung von ${amount} ist noch nicht bestätigt.`,
    disputed: (amount) => `Davon werden ${amount} über Ihre Bank beanstandet.`,
    chargedBack: (amount) => `Ihre Bank hat davon ${amount} zurückgeholt.`,
    stillHeld: (amount) => `Weitere ${amount} davon sind reserviert.`,
    several: (merchant) =>
      `Mehr als eine dieser Zahlungen wurde abgebucht. Wenn Sie nur einmal zahlen wollten, bitten Sie ${merchant} um eine Erstattung.`,
    one: 'Nur eine dieser Zahlungen bleibt abgebucht.',
    none: 'Keine dieser Zahlungen bleibt abgebucht.',
  },
  unpaid: {
    canceled: (amount, merchant, at) =>
      `Ihnen wurde nichts berechnet. Die Zahlung von ${amount} an ${merchant} wurde am ${at} abgebrochen.`,
    expired: (amount, merchant, at) =>
      `Ihnen wurde nichts berechnet. Die Zahlung von ${amount} an ${merchant} wurde nicht abgeschlossen, bevor sie am ${at} ablief.`,
    failed: (amount, merchant) =>
      `Ihnen wurde nichts berechnet. Die Zahlung von ${amount} an ${merchant} wurde nach mehreren abgelehnten Versuchen beendet.`,
    open: (amount, merchant) =>
      `Ihnen wurde bisher nichts berechnet. Die Zahlung von ${amount} an ${merchant} ist noch nicht abgeschlossen.`,
    noRequest: 'An Ihre Bank wurde keine Anfrage gesendet.',
    notOpened: 'Die Zahlungsseite wurde nicht geöffnet.',
    declined: (count) =>
      count === 1 ? 'Ein Versuch wurde abgelehnt.' : `${count} Versuche wurden abgelehnt.`,
    otherPayment:
      'Zu dieser Bestellung gibt es noch eine andere Zahlung. Zahlen Sie nicht noch einmal, bis sie geprüft ist.',
    payUntil: (at) => `Sie können auf der Zahlungsseite noch bis zum ${at} zahlen.`,
    orderAgain: (merchant) => `Wenn Sie kaufen möchten, bestellen Sie bei ${merchant} noch einmal.`,
  },
};
