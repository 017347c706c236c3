import type { CardSavingMessages } from './en';

export const cardSavingPl: CardSavingMessages = {
  title: 'Zapisz kartę',
  why: (merchant, brand) =>
    `${brand} zapisuje kartę, aby umożliwić szybsze płatności na rzecz ${merchant}. Karta zostanie obciążona tylko wtedy, gdy samodzielnie wykonasz płatność.`,
  whyForMerchant: (merchant, brand) =>
    `${brand} zapisuje kartę, aby można ją było później obciążyć na rzecz ${merchant}.`,
  consent: {
    recurring: (merchant) =>
      `Upoważniam ${merchant} do cyklicznego obciążania tej karty, na przykład opłatą za subskrypcję, bez pytania mnie o zgodę za każdym razem.`,
    installment: (merchant) =>
      `Upoważniam ${merchant} do obciążania tej karty ratami za mój zakup, bez pytania mnie o zgodę za każdym razem.`,
    unscheduled: (merchant) =>
      `Upoważniam ${merchant} do obciążania tej karty zależnie od mojego korzystania z usług, na przykład w celu doładowania, bez pytania mnie o zgodę za każdym razem.`,
  },
  nothingNow: 'Karta nie zostanie teraz obciążona. Sprawdzamy tylko w banku, czy jest ważna.',
  codeNotKept: 'Kod CVV/CVC nie jest zapisywany.',
  save: 'Zapisz kartę',
  savingNow: 'Trwa zapisywanie…',
  cancel: 'Anuluj',
  declined: 'Karta została odrzucona i nie została zapisana',
  notSaved: 'Karta nie została zapisana',
  outOfDate: 'Ta strona była nieaktualna, więc karta nie została zapisana. Podaj dane karty ponownie.',
  noAnswer: 'Bank nie odpowiedział. Karta nie została obciążona. Spróbuj ponownie.',
  unavailable: 'Obecnie nie można zapisywać kart. Spróbuj ponownie później.',
  authenticate: 'Przed zapisaniem karty bank prosi o jej potwierdzenie. Karta nie zostanie obciążona.',
  checking: 'Bank nie potwierdził jeszcze karty. Karta nie została obciążona.',
  anotherCard: 'Użyj innej karty',
  titles: {
    save_checking: 'Czekamy na odpowiedź banku',
    save_authenticate: 'Potwierdź kartę w banku',
    saved: 'Karta została zapisana',
    save_expired: 'Ta strona wygasła',
    save_failed: 'Zbyt wiele prób',
    save_cancelled: 'Nie zapisano żadnej karty',
    save_removed: 'Ta karta nie jest już zapisana',
  },
  savedForPayer: (card, merchant) =>
    `Karta (${card}) została zapisana na potrzeby następnej płatności na rzecz ${merchant}. Dzisiaj karta nie została obciążona.`,
  savedForMerchant: (card, merchant) =>
    `${merchant} może teraz obciążać tę kartę (${card}). Dzisiaj karta nie została obciążona.`,
  save_expired: (merchant) => `Nie zapisano żadnej karty. Wróć do ${merchant} i zacznij od nowa.`,
  save_failed: 'Żadna z kart nie została zaakceptowana. Żadna karta nie została zapisana ani obciążona.',
  save_cancelled: 'Zapisywanie zostało anulowane. Karta nie została obciążona.',
  save_removed: (merchant: string) => `${merchant} nie może już jej obciążać.`,
  mayClose: 'Możesz zamknąć tę stronę.',
};
