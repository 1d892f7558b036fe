import { transactionSchema } from 'publisher-commerce/schemas';

const { transactionDetails } = transactionSchema.parse(JSON.parse(process.argv[2] ?? ''));
console.log(transactionDetails.type, transactionDetails.amountUsd);
