import type { AnswerMessages } from './en';

export const answersIt: AnswerMessages = {
  declined: {
    what: (amount, merchant, date) =>
      `Il suo pagamento di ${amount} a ${merchant} in data ${date} è stato rifiutato.`,
    reasons: {
      number_unknown: 'Il numero della carta non è stato riconosciuto.',
      expiry_refused: 'La carta era scaduta o la data di scadenza non era corretta.',
      code_refused: 'Il codice di sicurezza non corrispondeva.',
      authentication_failed: 'La sua banca non ha potuto confermare che si trattasse di lei.',
      technical_problem: 'Un problema tecnico ha impedito il pagamento.',
      insufficient_funds: 'I fondi della carta non erano sufficienti.',
      declined: 'Non abbiamo un motivo che possiamo comunicarle. Forse la sua banca può dirle di più.',
    },
    notCharged: 'Non è stato addebitato nulla sulla sua carta.',
    reversing: 'La sua banca lo ha poi approvato in un secondo momento. Lo stiamo stornando.',
    reversed:
      'La sua banca lo ha poi approvato in un secondo momento e noi lo abbiamo stornato. La sua banca può impiegare diversi giorni lavorativi per mostrarlo.',
    notReversed: 'La sua banca lo ha poi approvato in un secondo momento e non è stato ancora stornato.',
    succeeded: (amount, at) =>
      `Il suo pagamento di ${amount} in data ${at} è riuscito. Non deve pagare di nuovo.`,
    retry: (merchant) => `Se desidera ancora pagare ${merchant}, riprovi o usi un’altra carta.`,
  },
  refund: {
    sent: (amount, merchant, date) =>
      `${merchant} ha rimborsato ${amount}. Il rimborso è stato inviato alla sua banca in data ${date}.`,
    reference: (reference) => `Se la sua banca chiede un riferimento, indichi ${reference}.`,
    card: (lastFour) => `Il denaro torna sulla carta con cui ha pagato, che termina con ${lastFour}.`,
    usual: 'Di solito un rimborso compare sul suo estratto conto entro 5–10 giorni lavorativi.',
    overdue:
      'Questo termine è trascorso. Se non trova il rimborso sull’estratto conto, contatti la sua banca.',
    pending: (amount, date) =>
      `In data ${date} è stato richiesto un rimborso di ${amount}. Non è ancora confermato.`,
    failed: (amount, date) =>
      `In data ${date} è stato richiesto un rimborso di ${amount}, che non è riuscito. Lei non ha ricevuto questo denaro.`,
    returned: (amount, date) =>
      `La sua banca ha respinto il rimborso di ${amount} inviato in data ${date}. Lei non ha ricevuto questo denaro.`,
    contact: (merchant) => `Contatti ${merchant} per riceverlo in un altro modo.`,
    earlier: (count) =>
      count === 1
        ? 'Un rimborso precedente non è riportato qui.'
        : `${count} rimborsi precedenti non sono riportati qui.`,
  },
  hold: {
    was: (amount, merchant, date) =>
      `In data ${date} l’importo di ${amount} è stato bloccato sulla sua carta per ${merchant}.`,
    still: (amount) => `L’importo ancora bloccato è di ${amount}. È accantonato, ma non è stato addebitato.`,
    until: (merchant, date) =>
      `${merchant} può addebitarlo fino a questa data: ${date}. Altrimenti sarà sbloccato.`,
    open: (merchant) => `${merchant} può addebitarlo o sbloccarlo.`,
    ended: (date) => `Il blocco è terminato in data ${date} e l’importo è in fase di sblocco.`,
    waiting: (amount) => `Una modifica relativa a ${amount} del blocco non è ancora confermata.`,
    charged: (amount, merchant) =>
      `${merchant} ne ha addebitato ${amount}. Il blocco e questo addebito sono un unico pagamento, non due.`,
    released: (amount) =>
      `L’importo di ${amount} è stato sbloccato e non sarà addebitato. La sua banca può impiegare diversi giorni lavorativi per mostrarlo.`,
  },
  duplicate: {
    others: (count, amount, merchant) =>
      count === 1
        ? `Nelle 24 ore prima o dopo questo pagamento c’è un altro pagamento di ${amount} a ${merchant} con la stessa carta, lo stesso indirizzo e-mail o lo stesso ordine.`
        : `Nelle 24 ore prima o dopo questo pagamento ci sono altri ${count} pagamenti di ${amount} a ${merchant} con la stessa carta, lo stesso indirizzo e-mail o lo stesso ordine.`,
    atLeast: (count, amount, merchant) =>
      count === 1
        ? `Nelle 24 ore prima o dopo questo pagamento c’è almeno un altro pagamento di ${amount} a ${merchant} con la stessa carta, lo stesso indirizzo e-mail o lo stesso ordine.`
        : `Nelle 24 ore prima o dopo questo pagamento ci sono almeno altri ${count} pagamenti di ${amount} a ${merchant} con la stessa carta, lo stesso indirizzo e-mail o lo stesso ordine.`,
    pending: (at) => `Il pagamento in data ${at} non è ancora confermato.`,
    declined: (at) => `Il pagamento in data ${at} è stato rifiutato e non addebitato.`,
    reversing: (at) =>
      `Il pagamento in data ${at} è stato rifiutato, la sua banca lo ha approvato in un secondo momento ed è in corso lo storno.`,
    reversed: (at) =>
      `Il pagamento in data ${at} è stato rifiutato, la sua banca lo ha approvato in un secondo momento ed è stato stornato.`,
    notReversed: (at) =>
      `Il pagamento in data ${at} è stato rifiutato, la sua banca lo ha approvato in un secondo momento e non è stato ancora stornato.`,
    held: (at) => `Il pagamento in data ${at} è bloccato sulla carta e non è stato addebitato.`,
    released: (at) => `Il pagamento in data ${at} è stato sbloccato e non addebitato.`,
    charged: (at, amount) => `Per il pagamento in data ${at} è stato addebitato l’importo di ${amount}.`,
    refunded: (amount) => `Di questo importo sono stati rimborsati ${amount}.`,
    refunding: (amount) => `Un rimborso di ${amount} non è ancora confermato.`,
    disputed: (amount) => `Di questo importo, ${amount} sono contestati tramite la sua banca.`,
    chargedBack: (amount) => `La sua banca ne ha recuperato ${amount}.`,
    stillHeld: (amount) => `Altri ${amount} sono ancora bloccati.`,
    several: (merchant) =>
      `È stato addebitato più di uno di questi pagamenti. Se intendeva pagare una sola volta, chieda un rimborso a ${merchant}.`,
    one: 'Solo uno di questi pagamenti resta addebitato.',
    none: 'Nessuno di questi pagamenti resta addebitato.',
  },
  unpaid: {
    canceled: (amount, merchant, at) =>
      `Non le è stato addebitato nulla: il pagamento di ${amount} a ${merchant} è stato annullato in data ${at}.`,
    expired: (amount, merchant, at) =>
      `Non le è stato addebitato nulla: il pagamento di ${amount} a ${merchant} non è stato completato prima della scadenza, in data ${at}.`,
    failed: (amount, merchant) =>
      `Non le è stato addebitato nulla: il pagamento di ${amount} a ${merchant} è stato chiuso dopo vari tentativi rifiutati.`,
    open: (amount, merchant) =>
      `Finora non le è stato addebitato nulla: il pagamento di ${amount} a ${merchant} non è ancora stato completato.`,
    noRequest: 'Nessuna richiesta è stata inviata alla sua banca.',
    notOpened: 'La pagina di pagamento non è stata aperta.',
    declined: (count) =>
      count === 1 ? 'Un tentativo è stato rifiutato.' : `${count} tentativi sono stati rifiutati.`,
    otherPayment:
      'C’è un altro pagamento per questo ordine. Non paghi di nuovo finché non è stato verificato.',
    payUntil: (at) => `Può ancora pagare sulla pagina di pagamento entro questo termine: ${at}.`,
    orderAgain: (merchant) => `Per acquistare, effettui un nuovo ordine presso ${merchant}.`,
  },
};
