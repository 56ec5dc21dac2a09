/** What `parsePlPgSQLSync` answers, as far as the model reads it. A key whose value is 0 or false is left out. */

interface PlType {
  readonly PLpgSQL_type: { readonly typname: string };
}

export interface PlExpr {
  readonly PLpgSQL_expr: { readonly query: string };
}

interface PlVar {
  readonly refname: string;
  readonly lineno?: number;
  readonly datatype: PlType;
  readonly default_val?: PlExpr;
}

interface PlRow {
  readonly fields: readonly { readonly name: string; readonly varno?: number }[];
}

/** A variable, or a place for several, by its number. */
export interface PlDatum {
  readonly PLpgSQL_var?: PlVar;
  readonly PLpgSQL_rec?: PlVar & { readonly dno?: number };
  readonly PLpgSQL_row?: PlRow;
  readonly PLpgSQL_recfield?: { readonly fieldname: string; readonly recparentno?: number };
}

type Body = readonly PlStatement[];

export interface PlBlock {
  readonly label?: string;
  readonly body?: Body;
  readonly exceptions?: {
    readonly PLpgSQL_exception_block: {
      readonly exc_list: readonly {
        readonly PLpgSQL_exception: {
          readonly conditions: readonly {
            readonly PLpgSQL_condition: { readonly condname: string };
          }[];
          readonly action?: Body;
        };
      }[];
    };
  };
}

export interface PlIf {
  readonly cond: PlExpr;
  readonly then_body?: Body;
  readonly elsif_list?: readonly {
    readonly PLpgSQL_if_elsif: { readonly cond: PlExpr; readonly stmts?: Body };
  }[];
  readonly else_body?: Body;
}

export interface PlLoop {
  readonly label?: string;
  readonly cond?: PlExpr;
  readonly body?: Body;
}

export interface PlForInteger extends PlLoop {
  readonly var: PlDatum;
  readonly lower: PlExpr;
  readonly upper: PlExpr;
  readonly step?: PlExpr;
  readonly reverse?: boolean;
}

export interface PlForQuery extends PlLoop {
  readonly var: PlDatum;
  readonly query: PlExpr;
}

export interface PlRaise {
  readonly elog_level?: number;
  readonly condname?: string;
  readonly message?: string;
  readonly params?: readonly PlExpr[];
  readonly options?: readonly {
    readonly PLpgSQL_raise_option: { readonly opt_type?: number; readonly expr: PlExpr };
  }[];
}

export interface PlExecute {
  readonly sqlstmt: PlExpr;
  readonly into?: boolean;
  readonly strict?: boolean;
  readonly target?: PlDatum;
}

export interface PlReturn {
  readonly expr?: PlExpr;
  readonly retvarno?: number;
}

export interface PlDiagnostics {
  readonly is_stacked?: boolean;
  readonly diag_items: readonly {
    readonly PLpgSQL_diag_item: { readonly kind: string; readonly target?: number };
  }[];
}

/** A statement: an object with one of these keys. */
export interface PlStatement {
  readonly PLpgSQL_stmt_block?: PlBlock;
  readonly PLpgSQL_stmt_assign?: { readonly varno?: number; readonly expr: PlExpr };
  readonly PLpgSQL_stmt_if?: PlIf;
  readonly PLpgSQL_stmt_loop?: PlLoop;
  readonly PLpgSQL_stmt_while?: PlLoop;
  readonly PLpgSQL_stmt_fori?: PlForInteger;
  readonly PLpgSQL_stmt_fors?: PlForQuery;
  readonly PLpgSQL_stmt_exit?: {
    readonly is_exit?: boolean;
    readonly label?: string;
    readonly cond?: PlExpr;
  };
  readonly PLpgSQL_stmt_perform?: { readonly expr: PlExpr };
  readonly PLpgSQL_stmt_execsql?: PlExecute;
  readonly PLpgSQL_stmt_return?: PlReturn;
  readonly PLpgSQL_stmt_return_next?: PlReturn;
  readonly PLpgSQL_stmt_return_query?: { readonly query?: PlExpr };
  readonly PLpgSQL_stmt_raise?: PlRaise;
  readonly PLpgSQL_stmt_getdiag?: PlDiagnostics;
}

export interface PlFunction {
  readonly datums: readonly PlDatum[];
  readonly out_param_varno?: number;
  readonly action: { readonly PLpgSQL_stmt_block: PlBlock };
}
