// The parts of the API description (OpenAPI 3.1) that pages use.

export type OpenApiSchema = {
  $ref?: string;
  title?: string;
  type?: string;
  format?: string;
  description?: string;
  example?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  items?: OpenApiSchema;
  anyOf?: OpenApiSchema[];
  oneOf?: OpenApiSchema[];
  allOf?: OpenApiSchema[];
  additionalProperties?: unknown;
};

type OpenApiExample = { summary?: string; description?: string; value: unknown };
export type OpenApiContent = {
  'application/json': { schema: OpenApiSchema; examples?: Record<string, OpenApiExample> };
};
export type OpenApiParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: OpenApiSchema;
};
export type OpenApiResponse = {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content: OpenApiContent;
};

export type OpenApiOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: object[];
  parameters?: OpenApiParameter[];
  requestBody?: { content: OpenApiContent };
  responses: Record<string, OpenApiResponse>;
};

type OpenApiWebhook = {
  operationId: string;
  summary: string;
  parameters: OpenApiParameter[];
  requestBody: { content: OpenApiContent };
  responses: Record<string, { description: string }>;
};

type OpenApiProblem = { status: number; title: string; cause: string; fix: string };

export type ApiDocument = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<'get' | 'post' | 'delete', OpenApiOperation>>>;
  webhooks: Record<string, { post: OpenApiWebhook }>;
  components: {
    schemas: Record<string, OpenApiSchema>;
    headers: Record<string, { description: string; schema: OpenApiSchema }>;
  };
  'x-problems': Record<string, OpenApiProblem>;
};
