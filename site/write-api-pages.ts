import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Application, Converter, type Reflection, ReflectionKind, type TypeDocOptions } from 'typedoc';
import {
  type MarkdownApplication,
  MarkdownPageEvent,
  type MarkdownThemeContext,
  MemberRouter,
  type PluginOptions,
} from 'typedoc-plugin-markdown';
import ts from 'typescript';

import { apiGroupOf } from './api-group.ts';
import { type ApiGroup, apiGroups } from './navigation.ts';
import { tidyReflections } from './tidy-reflections.ts';

/** A page of the API. */
export interface ApiPage {
  readonly group: ApiGroup;
  readonly name: string;
  /** Path of the page from the folder of the API. */
  readonly path: string;
  /** In a sidebar, what is called stands before types. */
  readonly isCallable: boolean;
}

/** Puts the page of each exported name into the folder of its group; variables are on the page of their entry point. */
class GroupRouter extends MemberRouter {
  override getIdealBaseName(reflection: Reflection): string {
    const entry = apiGroups.find((group) => 'module' in group && group.module === reflection.name);
    return entry ? `${entry.folder}/index` : `${apiGroupOf(reflection)}/${reflection.name}`;
  }
}

/** Writes the pages of the API as Markdown into `out`. */
export async function writeApiPages(out: string): Promise<ApiPage[]> {
  const options: Partial<TypeDocOptions> & Partial<PluginOptions> = {
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: entryPoints(),
    intentionallyNotExported: [
      ...['faultTraits', 'operationNames', 'EntryErrorCode'],
      // Parameters of constructors of errors.
      ...['ApiErrorInit', 'ResponseErrorContext'],
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
    tableColumnSettings: { hideModifiers: true, hideInherited: true, hideOverrides: true, hideSources: true },
  };
  // The plugin has replaced the renderer, and declared its options, which typedoc's own types do not list.
  const app = (await Application.bootstrapWithPlugins(options)) as MarkdownApplication;
  const pages: ApiPage[] = [];
  app.renderer.defineRouter('site', GroupRouter);
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => tidyReflections(project));
  app.renderer.markdownHooks.on('content.begin', importLine);
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    if (!page.isReflectionEvent()) return;
    const { model, url } = page;
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
  return pages;
}

/** The source of each entry point, which `tsconfig.json` lists by its name. */
function entryPoints(): string[] {
  const file = fileURLToPath(import.meta.resolve('../tsconfig.json'));
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
