"""Contracts of pyproject.toml that import-linter lacks: imports of the rules, and imports of games and features."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.application.contract_utils import AlertLevel, remove_ignored_imports
from importlinter.domain.helpers import module_expressions_to_modules

Import = tuple[str, str]


class Direct(Contract):
    """A contract that judges each import by itself: `wrong` returns the forbidden ones."""

    def wrong(self, graph: ImportGraph) -> Iterable[Import]:
        raise NotImplementedError

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        imports = sorted(set(self.wrong(graph)))
        return ContractCheck(kept=not imports, metadata={"imports": imports})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["imports"]:
            output.print_error(f"{importer} imports {imported}")


class StandardLibrary(Direct):
    """`modules` and all below may import the standard library, `allowed`, and modules of the same entry in
    `modules`."""

    type_name = "standard_library"
    modules: Any = fields.SetField(subfield=fields.ModuleExpressionField())
    allowed: Any = fields.SetField(subfield=fields.ModuleField())
    ignore_imports: Any = fields.SetField(subfield=fields.ImportExpressionField(), required=False)

    def wrong(self, graph: ImportGraph) -> Iterable[Import]:
        remove_ignored_imports(graph, self.ignore_imports, AlertLevel.ERROR)
        for root in module_expressions_to_modules(graph, self.modules):
            near = (root.name, *(module.name for module in self.allowed))
            for importer in {root.name} | graph.find_descendants(root.name):
                for imported in graph.find_modules_directly_imported_by(importer):
                    if imported.split(".")[0] not in sys.stdlib_module_names and not within(imported, near):
                        yield importer, imported


class AppsApart(Direct):
    """Games and features are the apps in `container`, except `core`. Nothing outside an app imports it, except its
    tests and `ignore_imports`."""

    type_name = "apps_apart"
    container: Any = fields.ModuleField()
    core: Any = fields.SetField(subfield=fields.ModuleField())
    ignore_imports: Any = fields.SetField(subfield=fields.ImportExpressionField(), required=False)

    def wrong(self, graph: ImportGraph) -> Iterable[Import]:
        remove_ignored_imports(graph, self.ignore_imports, AlertLevel.ERROR)
        core = {module.name for module in self.core}
        for app in graph.find_children(self.container.name) - core:
            if f"{app}.apps" in graph.modules:
                for imported in {app} | graph.find_descendants(app):
                    for importer in graph.find_modules_that_directly_import(imported):
                        if not within(importer, [app]):
                            yield importer, imported


def within(module: str, packages: Iterable[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)
