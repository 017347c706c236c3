import type { CardSavingMessages } from './en';

export const cardSavingIt: CardSavingMessages = {
  title: 'Salvi la sua carta',
  why: (merchant, brand) =>
    `${brand} salva la sua carta per consentirle di pagare più velocemente con ${merchant}. L’addebito avviene solo quando è lei a effettuare un pagamento.`,
  whyForMerchant: (merchant, brand) =>
    `${brand} salva la sua carta affinché ${merchant} possa effettuare addebiti in seguito.`,
  consent: {
    recurring: (merchant) =>
      `Autorizzo ${merchant} a effettuare addebiti periodici su questa carta, ad esempio per un abbonamento, senza chiedermelo ogni volta.`,
    installment: (merchant) =>
      `Autorizzo ${merchant} ad addebitare su questa carta le rate del mio acquisto, senza chiedermelo ogni volta.`,
    unscheduled: (merchant) =>
      `Autorizzo ${merchant} a effettuare addebiti su questa carta in base all’uso che faccio dei servizi, ad esempio per una ricarica, senza chiedermelo ogni volta.`,
  },
  nothingNow: 'Ora non viene addebitato nulla. Verifichiamo solo con la sua banca che la carta sia valida.',
  codeNotKept: 'Il codice di sicurezza non viene salvato.',
  save: 'Salva carta',
  savingNow: 'Salvataggio in corso…',
  cancel: 'Annulla',
  declined: 'La carta è stata rifiutata e non è stata salvata',
  notSaved: 'La sua carta non è stata salvata',
  outOfDate:
    'Questa pagina non era aggiornata, quindi la carta non è stata salvata. Inserisca di nuovo i dati della carta.',
  noAnswer: 'La sua banca non ha risposto. Non è stato addebitato nulla. Riprovi.',
  unavailable: 'Al momento non è possibile salvare carte. Riprovi più tardi.',
  authenticate:
    'La sua banca le chiede di confermare questa carta prima che venga salvata. Non verrà addebitato nulla.',
  checking: 'La sua banca non ha ancora confermato la carta. Non è stato addebitato nulla.',
  anotherCard: 'Usa un’altra carta',
  titles: {
    save_checking: 'In attesa della sua banca',
    save_authenticate: 'Confermi con la sua banca',
    saved: 'La sua carta è stata salvata',
    save_expired: 'Questa pagina è scaduta',
    save_failed: 'Troppi tentativi',
    save_cancelled: 'Nessuna carta è stata salvata',
    save_removed: 'Questa carta non è più salvata',
  },
  savedForPayer: (card, merchant) =>
    `La sua carta (${card}) è salvata per il suo prossimo pagamento a ${merchant}. Oggi non è stato addebitato nulla.`,
  savedForMerchant: (card, merchant) =>
    `Ora ${merchant} può effettuare addebiti sulla sua carta (${card}). Oggi non è stato addebitato nulla.`,
  save_expired: (merchant) => `Nessuna carta è stata salvata. Torni a ${merchant} e ricominci.`,
  save_failed:
    'Nessuna delle carte è stata accettata. Non è stata salvata alcuna carta e non è stato addebitato nulla.',
  save_cancelled: 'Ha annullato l’operazione. Non è stato addebitato nulla.',
  save_removed: (merchant: string) => `${merchant} non può più effettuare addebiti su questa carta.`,
  mayClose: 'Può chiudere questa pagina.',
};
