import type { CheckoutMessages } from './en';

// Brazilian Portuguese in words that are also usual in Portugal, such as “o seu banco” with the article.
export const pt: CheckoutMessages = {
  testEnvironment: 'Ambiente de teste.',
  simulatedLive: 'Ambiente de produção simulado.',
  noRealMoney: 'Nenhum valor real é cobrado.',
  environment: 'Ambiente',
  servedBy: (brand) => `Pagamentos com cartão por ${brand}`,
  language: 'Idioma',

  amountToPay: 'Valor a pagar',
  order: {
    caption: 'Detalhes do pedido',
    item: 'Item',
    amount: 'Valor',
    total: 'Total',
    tax: 'Impostos',
    adjustment: 'Ajuste',
    folded: (count) => `O seu pedido: ${count} itens`,
  },

  card: {
    heading: 'Pagar com cartão',
    number: 'Número do cartão',
    expiry: 'Data de validade',
    expiryHint: 'Por exemplo, 08/29',
    code: 'Código de segurança',
    codeHint: '3 ou 4 dígitos',
    codeOnBack: '3 dígitos no verso',
    codeOnFront: '4 dígitos na frente',
    name: 'Nome no cartão',
  },
  savedCards: {
    choose: 'Escolha um cartão',
    expires: (date) => `Validade: ${date}`,
    another: 'Usar outro cartão',
    remove: 'Remover',
    removed: 'O cartão foi removido.',
    declinedCardRemoved:
      'O cartão salvo que foi recusado não pode mais ser usado e não aparece mais na lista.',
    confirm: 'Remover cartão',
    keep: 'Manter cartão',
    chargesEnd: (merchant) =>
      `${merchant} não poderá mais fazer cobranças neste cartão. Os pagamentos já feitos não mudam.`,
    mustEnter: (merchant) =>
      `Para pagar ${merchant} novamente com este cartão, será preciso inseri-lo. Os pagamentos já feitos não mudam.`,
  },
  billing: {
    heading: 'Endereço de cobrança',
    hint: 'Como na fatura do seu cartão. O seu banco pode verificá-lo.',
    optional: '(opcional)',
    country: 'País ou região',
    chooseCountry: 'Selecione um país',
    address_1: 'Endereço',
    address_2: 'Complemento',
    postal_code: 'CEP ou código postal',
    city: 'Cidade',
    state: 'Estado, província ou região',
    email: 'E-mail',
    emailHint: 'Enviaremos o recibo para este endereço.',
    testReceipts: 'Recibos de teste são enviados apenas aos membros da equipe da loja.',
  },
  pay: {
    pay: (amount) => `Pagar ${amount}`,
    order: (amount) => `Fazer pedido e pagar ${amount}`,
    book: (amount) => `Reservar e pagar ${amount}`,
    donate: (amount) => `Doar ${amount}`,
    subscribe: (amount) => `Assinar e pagar ${amount}`,
  },
  payingNow: 'Processando o pagamento…',
  progress: [
    'Estamos consultando o seu banco. Não feche esta página.',
    'Ainda aguardamos o seu banco. Não feche esta página.',
    'O seu banco está demorando mais do que o normal. Não feche esta página nem comece de novo.',
  ],
  cancel: (merchant) => `Cancelar e voltar para ${merchant}`,

  error: 'Erro:',
  problem: 'Verifique os dados inseridos',
  cardErrors: {
    number_missing: 'Insira o número do cartão',
    number_wrong: 'Verifique o número do cartão: falta um dígito ou há um dígito incorreto',
    number_unknown: 'O seu banco não reconhece este número de cartão. Verifique-o.',
    expiry_missing: 'Insira a data de validade',
    expiry_wrong: 'Insira o mês e o ano da validade, por exemplo, 08/29',
    expiry_far: 'Verifique o ano da validade',
    expiry_past: 'Este cartão expirou. Use outro cartão.',
    expiry_refused: 'Segundo o seu banco, este cartão expirou. Verifique a data ou use outro cartão.',
    code_missing: 'Insira o código de segurança',
    code_wrong: 'O código de segurança tem 3 ou 4 dígitos',
    code_not_3: 'O código de segurança deste cartão tem 3 dígitos',
    code_not_4: 'O código de segurança deste cartão tem 4 dígitos',
    code_refused: 'O código de segurança não confere. Verifique-o no seu cartão.',
    name_missing: 'Insira o nome que está no cartão',
    name_is_number: 'Insira aqui o nome que está no cartão, não o número',
    country_missing: 'Selecione seu país',
    address_missing: 'Insira seu endereço',
    postal_code_missing: 'Insira seu CEP ou código postal',
    postal_code_wrong: 'Verifique o código postal. Ele não corresponde ao país selecionado.',
    city_missing: 'Insira sua cidade',
    state_missing: 'Insira seu estado, província ou região',
    email_missing: 'Insira seu e-mail',
    email_wrong: 'Insira um e-mail, como nome@example.com',
    billing_is_number: 'Não insira aqui o número do cartão',
    consent_missing: 'Marque a caixa para concordar',
    test_card_required:
      'Aqui só funcionam cartões de teste; por isso, nada foi cobrado neste cartão. Peça um cartão de teste à loja. Se a loja for sua, encontre um na documentação, em “Test cards”.',
    test_card_refused: 'Este é um cartão de teste e não serve para pagamentos reais. Use outro cartão.',
  },
  notTaken: 'Nada foi cobrado no seu cartão',
  declined: 'O pagamento foi recusado. Nada foi cobrado no seu cartão.',
  reasons: {
    authentication_failed:
      'O seu banco não conseguiu confirmar a sua identidade. Tente novamente ou use outro cartão.',
    technical_problem: 'Um problema técnico impediu o pagamento. Tente novamente ou utilize outro cartão.',
    insufficient_funds: 'Este cartão não tem saldo suficiente. Tente com outro cartão.',
    declined: 'O seu banco recusou este cartão. Tente com outro cartão ou fale com o seu banco.',
    saved_card_unavailable: 'Este cartão salvo não está mais disponível. Use outro cartão.',
    out_of_date: 'Esta página estava desatualizada. Insira os dados do cartão novamente.',
    unavailable: 'Esta loja não pode aceitar pagamentos com cartão no momento. Tente novamente mais tarde.',
    link_completed:
      'Este link de pagamento já atingiu o número máximo de pagamentos. Nada foi cobrado no seu cartão.',
    offline:
      'Você está sem conexão; por isso, nada foi cobrado no seu cartão. Verifique sua conexão e tente novamente.',
    card_limit_reached:
      'Houve tentativas demais com este cartão. Use outro cartão ou tente novamente em uma hora.',
    address_limit_reached:
      'Houve tentativas com cartões demais a partir da sua conexão. Tente novamente em dez minutos.',
    proof_needed:
      'Para proteger contra fraudes com cartões, esta página exige JavaScript no momento. Ative o JavaScript e insira os dados do cartão novamente, ou tente novamente em dez minutos.',
  },
  enterCardAgain: 'Insira os dados do cartão novamente. Para sua segurança, esta página não os guarda.',
  enterAgain:
    'Insira novamente o número do cartão e o código de segurança. Para sua segurança, esta página não os guarda.',
  attemptsLeft: (count) => (count === 1 ? 'Resta uma tentativa.' : `Restam ${count} tentativas.`),

  titles: {
    form: (merchant) => `Pagamento para ${merchant}`,
    declined: 'Pagamento recusado',
    remove_card: 'Remover este cartão?',
    paying: 'Aguardando o seu banco',
    authenticate: 'Confirme com o seu banco',
    paid: 'Pagamento concluído',
    refunded: 'Pagamento reembolsado',
    released: 'Seu cartão não foi cobrado',
    expired: 'Esta página de pagamento expirou',
    blocked: 'Tentativas demais',
    cancelled: 'Este pagamento foi cancelado',
    unknown: 'Não encontramos este pagamento',
    failed: 'Ocorreu um erro do nosso lado',
  },
  paying: {
    unknown: (amount) => `O seu banco ainda não confirmou o pagamento de ${amount}. Não pague novamente.`,
    goesOn: 'Esta página verifica a cada poucos segundos e continua automaticamente.',
    checkAgain: 'Verificar agora',
    checkedJustNow: 'Verificado agora mesmo.',
  },
  authenticate: {
    explain: (amount: string) => `O seu banco pede que você confirme o pagamento de ${amount}.`,
    earlier:
      'Esta confirmação é da sua tentativa anterior. Nada foi cobrado no cartão que você acabou de inserir.',
    goOn: 'Continuar para o seu banco',
  },
  paid: {
    taken: (amount, merchant) => `Você pagou ${amount} para ${merchant}.`,
    held: (amount, merchant) => `O valor de ${amount} está reservado no seu cartão para ${merchant}.`,
    released: (amount, merchant) =>
      `A reserva de ${amount} para ${merchant} foi encerrada. Seu banco ainda pode exibi-la por alguns dias.`,
    refunded: (amount) =>
      `O valor de ${amount} foi reembolsado. Ele costuma levar de 5 a 10 dias úteis para chegar ao seu cartão.`,
    chargedBack: (amount) => `Seu banco devolveu ${amount} a você.`,
    notAgain: 'Você não precisa pagar novamente.',
    already: 'O pagamento já estava concluído. Nada foi cobrado na sua última tentativa.',
    receipt: 'Você receberá um recibo por e-mail.',
  },
  link: {
    amount: 'Valor',
    amountRange: (min: string, max: string) => `De ${min} a ${max}`,
    quantityOf: (item: string) => `Quantidade: ${item}`,
    quantityRange: (min: number, max: number) => `De ${min} a ${max}`,
    goOn: 'Continuar para o pagamento',
    amountWrong: (min: string, max: string) => `Insira um valor de ${min} a ${max}`,
    quantityWrong: (item: string, min: number, max: number) =>
      `Insira para ${item} uma quantidade de ${min} a ${max}`,
    nothingChosen: 'Escolha pelo menos um item',
    amountUnclear: (currency: string, example: string) =>
      `Insira um valor em ${currency}, por exemplo, ${example}`,
    more: (item: string) => `Adicionar um: ${item}`,
    less: (item: string) => `Remover um: ${item}`,
    paid: 'O pagamento deste link já foi feito',
    inProgress: 'Há um pagamento em andamento com este link',
    whyInProgress:
      'Nada foi cobrado no seu cartão. Se você está pagando em outra aba, conclua o pagamento lá. Caso contrário, tente novamente mais tarde. O pagamento pode levar até 15 minutos.',
    tryAgain: 'Tentar novamente',
    alreadyPaid: (merchant: string) =>
      `Não é preciso pagar de novo. Se não foi você quem pagou, entre em contato com ${merchant}.`,
    unusable: 'Este link de pagamento não pode ser usado',
    whyUnusable: (merchant: string) =>
      `Ele expirou, foi desativado ou já atingiu o número máximo de pagamentos. Se você já pagou, não precisa fazer nada. Caso contrário, peça um novo link a ${merchant}.`,
    ended: (merchant: string) =>
      `Este link de pagamento não pode mais ser usado. Para pagar, peça um novo link a ${merchant}.`,
    reversed: (merchant: string) =>
      `O pagamento feito com este link foi cancelado ou reembolsado. Para pagar, peça um novo link a ${merchant}.`,
    tooManyVisits: 'Houve acessos demais da sua conexão. Tente novamente em dez minutos.',
    notChargedHere: 'Nada foi cobrado no seu cartão nesta página.',
    notPaid: 'Você não pagou. Nada foi cobrado no seu cartão.',
    change: 'Alterar',
    startAgain: 'Começar de novo',
    seeConfirmation: 'Ver a confirmação',
    reference: (reference: string) => `Sua referência: ${reference}`,
  },
  takingYouBack: 'Estamos redirecionando você de volta.',
  goOnTo: (merchant) => `Continuar para ${merchant}`,
  backTo: (merchant) => `Voltar para ${merchant}`,
  expired: (merchant) => `Nada foi cobrado no seu cartão. Volte para ${merchant} e comece de novo.`,
  blocked: (merchant) =>
    `Nenhuma das tentativas teve sucesso, e nada foi cobrado no seu cartão. Volte para ${merchant} para começar de novo ou pagar de outra forma.`,
  cancelled: (merchant) =>
    `Nada foi cobrado no seu cartão, e já não é possível pagar nesta página. Volte para ${merchant} para começar de novo.`,
  unknown: {
    why: 'O link pode estar incompleto ou desatualizado.',
    whatNow:
      'Se você já pagou, procure um recibo ou pergunte à loja antes de pagar de novo. Caso contrário, volte para a loja e comece o pagamento de novo.',
  },
  failed: {
    maybePaid:
      'Se você já clicou no botão de pagamento, o pagamento pode ter sido efetuado. Não insira os dados do cartão novamente antes de verificar.',
    openAgain: 'Recarregue esta página em instantes para saber se o pagamento foi efetuado.',
    checkAgain: 'Recarregar esta página',
  },

  support: {
    heading: (merchant) => `Fale com ${merchant}`,
    email: 'E-mail',
    phone: 'Telefone',
    website: 'Site',
    terms: 'Termos',
    privacy: 'Privacidade',
  },
};
