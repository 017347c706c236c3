import type { AnswerMessages } from './en';

export const answersPl: AnswerMessages = {
  declined: {
    what: (amount, merchant, date) =>
      `Państwa płatność ${amount} na rzecz ${merchant} z dnia ${date} została odrzucona.`,
    reasons: {
      number_unknown: 'Numer karty nie został rozpoznany.',
      expiry_refused: 'Karta straciła ważność lub podano błędną datę ważności.',
      code_refused: 'Kod zabezpieczający był nieprawidłowy.',
      authentication_failed: 'Państwa bank nie mógł potwierdzić Państwa tożsamości.',
      technical_problem: 'Płatność uniemożliwił problem techniczny.',
      insufficient_funds: 'Na karcie nie było wystarczających środków.',
      declined:
        'Nie mamy powodu, który moglibyśmy podać. Być może Państwa bank udzieli dodatkowych informacji.',
    },
    notCharged: 'Karta nie została obciążona.',
    reversing: 'Państwa bank później jednak ją zatwierdził. Cofamy tę płatność.',
    reversed:
      'Państwa bank później jednak ją zatwierdził, a my ją cofnęliśmy. Może minąć kilka dni roboczych, zanim bank to pokaże.',
    notReversed: 'Państwa bank później jednak ją zatwierdził i nie została jeszcze cofnięta.',
    succeeded: (amount, at) =>
      `Państwa płatność ${amount} z dnia ${at} powiodła się. Nie trzeba płacić ponownie.`,
    retry: (merchant) =>
      `Jeśli nadal chcą Państwo zapłacić na rzecz ${merchant}, prosimy spróbować ponownie lub użyć innej karty.`,
  },
  refund: {
    sent: (amount, merchant, date) =>
      `Odbiorca płatności, ${merchant}, zwrócił ${amount}. Zwrot został wysłany do Państwa banku dnia ${date}.`,
    reference: (reference) => `Jeśli bank zapyta o numer referencyjny, prosimy podać ${reference}.`,
    card: (lastFour) =>
      `Pieniądze wracają na kartę, którą Państwo zapłacili, o numerze zakończonym na ${lastFour}.`,
    usual: 'Zwrot zwykle pojawia się na wyciągu po 5–10 dniach roboczych.',
    overdue:
      'Ten czas już minął. Jeśli nie widzą Państwo zwrotu na wyciągu, prosimy skontaktować się z bankiem.',
    pending: (amount, date) => `Dnia ${date} zlecono zwrot ${amount}. Nie został jeszcze potwierdzony.`,
    failed: (amount, date) =>
      `Dnia ${date} zlecono zwrot ${amount}, który się nie powiódł. Nie otrzymali Państwo tych pieniędzy.`,
    returned: (amount, date) =>
      `Państwa bank odesłał zwrot ${amount} wysłany dnia ${date}. Nie otrzymali Państwo tych pieniędzy.`,
    contact: (merchant) =>
      `Aby otrzymać je w inny sposób, prosimy o kontakt z odbiorcą płatności: ${merchant}.`,
    earlier: (count) =>
      count === 1
        ? 'Nie uwzględniono tu jednego wcześniejszego zwrotu.'
        : `Nie uwzględniono tu ${count} wcześniejszych zwrotów.`,
  },
  hold: {
    was: (amount, merchant, date) =>
      `Dnia ${date} na Państwa karcie zablokowano ${amount} na rzecz ${merchant}.`,
    still: (amount) => `Nadal zablokowana kwota to ${amount}. Jest zarezerwowana, ale nie została pobrana.`,
    until: (merchant, date) =>
      `Odbiorca płatności, ${merchant}, może ją pobrać do dnia ${date}. W przeciwnym razie zostanie zwolniona.`,
    open: (merchant) => `Odbiorca płatności, ${merchant}, może ją pobrać lub zwolnić.`,
    ended: (date) => `Blokada zakończyła się dnia ${date} i jest zwalniana.`,
    waiting: (amount) => `Zmiana dotycząca ${amount} z tej blokady nie została jeszcze potwierdzona.`,
    charged: (amount, merchant) =>
      `Odbiorca płatności, ${merchant}, pobrał z niej ${amount}. Blokada i to obciążenie to jedna płatność, a nie dwie.`,
    released: (amount) =>
      `Kwota ${amount} została zwolniona i nie zostanie pobrana. Może minąć kilka dni roboczych, zanim bank to pokaże.`,
  },
  duplicate: {
    others: (count, amount, merchant) =>
      `W ciągu 24 godzin przed tą płatnością lub po niej ${countPayments(count, '')} ${amount} na rzecz ${merchant} ${sharedFeatures}.`,
    atLeast: (count, amount, merchant) =>
      `W ciągu 24 godzin przed tą płatnością lub po niej ${countPayments(count, 'co najmniej ')} ${amount} na rzecz ${merchant} ${sharedFeatures}.`,
    pending: (at) => `Płatność z dnia ${at} nie została jeszcze potwierdzona.`,
    declined: (at) => `Płatność z dnia ${at} została odrzucona i nie została pobrana.`,
    reversing: (at) =>
      `Płatność z dnia ${at} została odrzucona, Państwa bank później ją zatwierdził i jest cofana.`,
    reversed: (at) =>
      `Płatność z dnia ${at} została odrzucona, Państwa bank później ją zatwierdził i została cofnięta.`,
    notReversed: (at) =>
      `Płatność z dnia ${at} została odrzucona, Państwa bank później ją zatwierdził i nie została jeszcze cofnięta.`,
    held: (at) => `Płatność z dnia ${at} jest zablokowana na karcie i nie została pobrana.`,
    released: (at) => `Blokada płatności z dnia ${at} została zwolniona i kwota nie została pobrana.`,
    charged: (at, amount) => `Za płatność z dnia ${at} pobrano ${amount}.`,
    refunded: (amount) => `Z tego zwrócono ${amount}.`,
    refunding: (amount) => `Zwrot ${amount} nie został jeszcze potwierdzony.`,
    disputed: (amount) => `Z tego ${amount} jest przedmiotem reklamacji w Państwa banku.`,
    chargedBack: (amount) => `Państwa bank odzyskał z tego ${amount}.`,
    stillHeld: (amount) => `Dodatkowo zablokowana jest kwota ${amount}.`,
    several: (merchant) =>
      `Pobrano więcej niż jedną z tych płatności. Jeśli chcieli Państwo zapłacić tylko raz, prosimy o zwrot poprosić odbiorcę płatności: ${merchant}.`,
    one: 'Tylko jedna z tych płatności pozostaje pobrana.',
    none: 'Żadna z tych płatności nie pozostaje pobrana.',
  },
  unpaid: {
    canceled: (amount, merchant, at) =>
      `Nic nie zostało pobrane: płatność ${amount} na rzecz ${merchant} została anulowana (${at}).`,
    expired: (amount, merchant, at) =>
      `Nic nie zostało pobrane: płatność ${amount} na rzecz ${merchant} nie została dokonana przed upływem terminu (${at}).`,
    failed: (amount, merchant) =>
      `Nic nie zostało pobrane: płatność ${amount} na rzecz ${merchant} została zamknięta po kilku odrzuconych próbach.`,
    open: (amount, merchant) =>
      `Jak dotąd nic nie zostało pobrane: płatność ${amount} na rzecz ${merchant} nie została jeszcze dokonana.`,
    noRequest: 'Do Państwa banku nie wysłano żadnego zapytania.',
    notOpened: 'Strona płatności nie została otwarta.',
    declined: (count) => (count === 1 ? 'Odrzucono jedną próbę.' : `Liczba odrzuconych prób: ${count}.`),
    otherPayment:
      'Istnieje inna płatność za to zamówienie. Prosimy nie płacić ponownie, dopóki nie zostanie sprawdzona.',
    payUntil: (at) => `Na stronie płatności można jeszcze zapłacić do: ${at}.`,
    orderAgain: (merchant) => `Aby dokonać zakupu, prosimy ponownie złożyć zamówienie w ${merchant}.`,
  },
};

const sharedFeatures = 'z tą samą kartą, tym samym adresem e-mail lub zamówieniem';

/** The verb depends on the number, too. */
function countPayments(count: number, atLeast: string): string {
  if (count === 1) return `jest jeszcze ${atLeast}jedna płatność`;
  const verb = new Intl.PluralRules('pl').select(count) === 'few' ? 'są' : 'jest';
  return `${verb} jeszcze ${atLeast}${count} płatności`;
}
