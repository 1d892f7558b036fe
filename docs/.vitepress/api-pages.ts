import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  Application,
  type Comment,
  Converter,
  type ProjectReflection,
  ReferenceType,
  type Reflection,
  ReflectionKind,
  type Type,
  type TypeDocOptions,
} from 'typedoc';
import {
  type MarkdownApplication,
  MarkdownPageEvent,
  type MarkdownThemeContext,
  MemberRouter,
  type PluginOptions,
} from 'typedoc-plugin-markdown';
import ts from 'typescript';

import { apiLanding } from './api-landing.ts';
import { type ApiGroup, apiGroups } from './navigation.ts';

/** A page of the API. */
export interface ApiPage {
  readonly group: ApiGroup;
  readonly name: string;
  /** Path of the page from the folder of the API. */
  readonly path: string;
  /** In a sidebar, what is called stands before types. */
  readonly isCallable: boolean;
}

/** Types without an exported name of their own: their fields are shown where they are used. */
const unnamed = [
  // The client.
  'CheckpointBorder CheckpointQuery CheckpointWindow FetchHeaders FetchInit FetchResponse OfferQueryNames',
  'SchemaIssue TemporalMoment TokenOption',
  // Callbacks and the ledger.
  'NodeRequest NodeResponse SecretOption Secrets UnsignedAccepted',
  'FinishOptions LedgerColumnType LedgerJsonSchema MoneyColumn ReceiptPage ReceiptQuery RowSlice',
  // Loads.
  'Comparison CoveredLoad DatabaseConfig FailedJob JobData LoadAttempt LoadClient LoadKind MissingRow Recount',
  'SourceRange SourceStatus VerifiedRange WorkerStatus',
  // The sandbox.
  'BrokenResponsePlan CheckoutPriceUnit Delivery ErrorResponsePlan GameAuthCallOptions GameAuthOutcome',
  'LedgerPeriod ListenOptions PaymentAttempt PersonalizationEvent PurchaseState SandboxClientOptions',
  'SandboxLedger StoredCoupon StoredPricePoint StoredPromoCode StoredSession',
].flatMap((names) => names.split(' '));

/** Puts the page of each exported name into the folder of its group; variables are on the page of their entry point. */
class GroupRouter extends MemberRouter {
  override getIdealBaseName(reflection: Reflection): string {
    const entry = apiGroups.find((group) => 'module' in group && group.module === reflection.name);
    if (entry) return `${entry.folder}/index`;
    // It has no page, and must not take the name of that of a type.
    if (reflection.kindOf(ReflectionKind.Variable)) return `variables/${reflection.name}`;
    return `${apiGroupOf(reflection)}/${reflection.name}`;
  }
}

/** Writes the pages of the API as Markdown into `out`. */
export async function writeApiPages(out: string): Promise<ApiPage[]> {
  const options: Partial<TypeDocOptions> & Partial<PluginOptions> = {
    plugin: [fileURLToPath(import.meta.resolve('typedoc-plugin-markdown'))],
    entryPoints: entryPoints(),
    intentionallyNotExported: [
      // What types are made of.
      ...['documented', 'operationNames', 'transactionTypes'],
      // What narrows errors, the parameter of their constructors, keys of any name, and what has a type parameter.
      ...['AnyError', 'ApiErrorInit', 'FreeForm'],
    ],
    name: 'API',
    readme: 'none',
    router: 'site',
    out,
    groupOrder: [
      'Classes',
      'Functions',
      'Variables',
      'Constructors',
      'Properties',
      'Accessors',
      'Methods',
      '*',
    ],
    sort: ['required-first', 'source-order'],
    excludePrivate: true,
    excludeInternal: true,
    // What every `Error` of Node has.
    excludeExternals: true,
    disableSources: true,
    // `tsc` has checked the types.
    skipErrorChecking: true,
    treatWarningsAsErrors: true,
    logLevel: 'Warn',
    entryFileName: 'index.md',
    membersWithOwnFile: ['Class', 'Interface', 'Function', 'TypeAlias'],
    hideBreadcrumbs: true,
    hidePageHeader: true,
    pageTitleTemplates: { module: '{name}', member: '{name}' },
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    propertyMembersFormat: 'table',
    expandObjects: true,
    tableColumnSettings: { hideModifiers: true, hideInherited: true, hideOverrides: true, hideSources: true },
  };
  // The plugin has replaced the renderer, and declared its options, which typedoc's own types do not list.
  const app = (await Application.bootstrapWithPlugins(options)) as MarkdownApplication;
  const pages: ApiPage[] = [];
  const paths = new Map<Reflection, string>();
  app.renderer.defineRouter('site', GroupRouter);
  app.converter.on(Converter.EVENT_BEGIN, ({ inlineType }) =>
    unnamed.forEach((name) => inlineType.add(name)),
  );
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => tidyReflections(project));
  app.renderer.markdownHooks.on('content.begin', importLine);
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    if (!page.isReflectionEvent()) return;
    const { model, url } = page;
    paths.set(model, url);
    if (model.kindOf([ReflectionKind.Module, ReflectionKind.Project])) return;
    const isCallable = model.kindOf(ReflectionKind.Class | ReflectionKind.Function);
    pages.push({ group: apiGroupOf(model), name: model.name, path: url, isCallable });
  });

  const project = await app.convert();
  if (project) {
    app.validate(project);
    await app.generateOutputs(project);
  }
  if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Error('The reference has errors, which typedoc has printed.');
  }
  // In the place of typedoc's list of entry points.
  writeFileSync(
    join(out, 'index.md'),
    apiLanding(project, (reflection) => paths.get(reflection) ?? fail(reflection)),
  );
  return pages;
}

function fail(reflection: Reflection): never {
  throw new Error(`${reflection.name} has no page.`);
}

/** The source of each entry point, which `tsconfig.json` lists by its name. */
function entryPoints(): string[] {
  const file = fileURLToPath(import.meta.resolve('../../tsconfig.json'));
  const { config } = ts.readConfigFile(file, (path) => readFileSync(path, 'utf8')) as {
    // The part of the file that is read here.
    config: { compilerOptions: { paths: Record<string, string[]> } };
  };
  return Object.values(config.compilerOptions.paths).flat();
}

/** How a name is imported, and where its fields are described with units and examples. */
function importLine({ page: { model } }: MarkdownThemeContext): string {
  const module = model.parent;
  if (!module?.kindOf(ReflectionKind.Module)) return '';
  const type = model.kindOf([ReflectionKind.Interface, ReflectionKind.TypeAlias]) ? 'type ' : '';
  const code = `\`\`\`ts\nimport ${type}{ ${model.name} } from '${module.name}';\n\`\`\``;
  const fields = `docs/data/${model.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`;
  return existsSync(fields) ? `${code}\n\n[Units, examples and essential fields](../../${fields})` : code;
}

/** Where a name of the main entry point belongs, by the file that declares it; the first match counts. */
const groupsByFile: readonly (readonly [prefix: string, group: ApiGroup])[] = [
  ['errors/', 'errors'],
  ['options/', 'options'],
  ['validation/', 'options'],
  ['api/operation', 'client'],
  ['api/', 'data'],
  ['resources/custom-request', 'client'],
  ['resources/ensure-price-point', 'errors'],
  ['resources/error-union', 'errors'],
  ['resources/', 'data'],
  ['', 'client'],
];

/** Returns the group of an exported name, and so the folder of its page. */
function apiGroupOf(reflection: Reflection): ApiGroup {
  const module = apiGroups.find((group) => 'module' in group && group.module === reflection.parent?.name);
  if (module && module.folder !== 'client') return module.folder;
  const file = sourceFileOf(reflection);
  const group = groupsByFile.find(([prefix]) => file.startsWith(prefix))?.[1] ?? 'client';
  return group === 'data' && isResource(reflection) ? 'resources' : group;
}

/** A resource is an interface with methods: the other types of `src/client/resources` are what its methods take or return. */
function isResource(reflection: Reflection): boolean {
  return (
    reflection.kindOf(ReflectionKind.Interface) &&
    sourceFileOf(reflection).startsWith('resources/') &&
    reflection.isDeclaration() &&
    (reflection.children?.some(({ kind }) => kind === ReflectionKind.Method) ?? false)
  );
}

function sourceFileOf(reflection: Reflection): string {
  const file = reflection.project.getSymbolIdFromReflection(reflection)?.fileName ?? '';
  return relative('src/client', file);
}

/** Removes what the compiler knows and no reader needs, before the pages of the API are written. */
function tidyReflections(project: ProjectReflection): void {
  for (const reflection of Object.values(project.reflections)) {
    if (reflection.comment) mergeThrows(reflection.comment);
    if (reflection.isSignature() || reflection.isDeclaration()) {
      // The page of a type names what it extends once, at its top.
      delete reflection.inheritedFrom;
      delete reflection.overwrites;
      delete reflection.implementationOf;
    }
    if (!reflection.isDeclaration()) continue;
    // `interface Transaction extends z.output<typeof transactionSchema>` only gives the type of a schema a name.
    const hierarchy = reflection.typeHierarchy;
    if (hierarchy && !hierarchy.isTarget) {
      hierarchy.types = hierarchy.types.filter((type) => !isOfZod(type));
      if (hierarchy.types.length === 0 && hierarchy.next) reflection.typeHierarchy = hierarchy.next;
    }
    // `undefined` for most, next to the type that says so.
    if (reflection.parent?.kindOf(ReflectionKind.Class)) delete reflection.defaultValue;
    // The type of a schema repeats each of its fields in zod's words; the page of its interface lists them.
    if (reflection.kindOf(ReflectionKind.Variable) && isOfZod(reflection.type)) {
      delete reflection.type.typeArguments;
    }
  }
}

function isOfZod(type: Type | undefined): type is ReferenceType {
  return type instanceof ReferenceType && type.package === 'zod';
}

/** One list instead of a heading for each error. */
function mergeThrows(comment: Comment): void {
  const [first, ...others] = comment.getTags('@throws');
  if (!first || others.length === 0) return;
  first.content = [first, ...others].flatMap(({ content }) => [
    { kind: 'text' as const, text: '\n- ' },
    ...content,
  ]);
  comment.blockTags = comment.blockTags.filter((tag) => !others.includes(tag));
}
