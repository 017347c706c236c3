import type { CardSavingMessages } from './en';

export const cardSavingPt: CardSavingMessages = {
  title: 'Salvar o seu cartão',
  why: (merchant, brand) =>
    `${brand} salva o seu cartão para que você possa pagar mais rápido em ${merchant}. Só há cobrança em pagamentos feitos por você.`,
  whyForMerchant: (merchant, brand) =>
    `${brand} salva o seu cartão para que ${merchant} possa fazer cobranças nele mais tarde.`,
  consent: {
    recurring: (merchant) =>
      `Autorizo ${merchant} a fazer cobranças periódicas neste cartão, por exemplo, de uma assinatura, sem pedir a minha autorização a cada vez.`,
    installment: (merchant) =>
      `Autorizo ${merchant} a cobrar neste cartão as parcelas da minha compra, sem pedir a minha autorização a cada vez.`,
    unscheduled: (merchant) =>
      `Autorizo ${merchant} a fazer cobranças neste cartão conforme o meu uso dos serviços, por exemplo, para uma recarga, sem pedir a minha autorização a cada vez.`,
  },
  nothingNow: 'Nada será cobrado agora. Apenas verificamos com o seu banco se o cartão é válido.',
  codeNotKept: 'O código de segurança não é salvo.',
  save: 'Salvar cartão',
  savingNow: 'Salvando…',
  cancel: 'Cancelar',
  declined: 'O cartão foi recusado e não foi salvo',
  notSaved: 'O seu cartão não foi salvo',
  outOfDate:
    'Esta página estava desatualizada; por isso, o cartão não foi salvo. Insira os dados do cartão novamente.',
  noAnswer: 'O seu banco não respondeu. Nada foi cobrado no seu cartão. Tente novamente.',
  unavailable: 'Não é possível salvar cartões no momento. Tente novamente mais tarde.',
  authenticate:
    'O seu banco pede que você confirme este cartão antes de ele ser salvo. Nada será cobrado no seu cartão.',
  checking: 'O seu banco ainda não confirmou o cartão. Nada foi cobrado no seu cartão.',
  anotherCard: 'Usar outro cartão',
  titles: {
    save_checking: 'Aguardando o seu banco',
    save_authenticate: 'Confirme com o seu banco',
    saved: 'O seu cartão está salvo',
    save_expired: 'Esta página expirou',
    save_failed: 'Tentativas demais',
    save_cancelled: 'Nenhum cartão foi salvo',
    save_removed: 'Este cartão não está mais salvo',
  },
  savedForPayer: (card, merchant) =>
    `O seu cartão (${card}) está salvo para o seu próximo pagamento a ${merchant}. Nada foi cobrado hoje.`,
  savedForMerchant: (card, merchant) =>
    `${merchant} já pode fazer cobranças no seu cartão (${card}). Nada foi cobrado hoje.`,
  save_expired: (merchant) => `Nenhum cartão foi salvo. Volte para ${merchant} e comece de novo.`,
  save_failed: 'Nenhum dos cartões foi aceito. Nenhum cartão foi salvo e nada foi cobrado.',
  save_cancelled: 'Você cancelou. Nada foi cobrado no seu cartão.',
  save_removed: (merchant: string) => `${merchant} não pode mais fazer cobranças nele.`,
  mayClose: 'Você pode fechar esta página.',
};
