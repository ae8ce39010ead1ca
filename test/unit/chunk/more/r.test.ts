import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `# Reads tables.
library(dplyr)
require("stats")
source("R/helpers.R")

#' Reads a table.
#' @param path where
read_table <- function(path, sep = ",") {
  inner <- function(x) x + 1
  raw <- utils::read.csv(path, sep = sep)
  stats:::hidden(raw)
  raw %>% dplyr::filter(a > 1) |> clean()
}

\`%+%\` <- function(a, b) paste0(a, b)
MAX = 10
square = \\(x) x^2
"quoted" <- function() NULL
assign_right <<- function(y) y

Stack <- R6::R6Class("Stack",
  inherit = Base,
  public = list(
    items = NULL,
    push = function(x) {
      self$items <- c(self$items, x)
    }
  )
)

setClass("Person", representation(name = "character"))
setGeneric("speak", function(obj) standardGeneric("speak"))
setMethod("speak", "Person", function(obj) cat(obj@name))
test_that("it reads", {
  expect_equal(read_table("a.csv"), 1)
})
`;

test('definitions and references', async () => {
  expect(await outlineOf('r', SAMPLE)).toMatchInlineSnapshot(`
    "
    6-13 function read_table | read_table <- function(path, sep = ",") | "Reads a table.\\n@param path where"
      9-9 function read_table.inner | inner <- function(x)
    15-15 function %+% | \`%+%\` <- function(a, b)
    16-16 constant MAX | MAX = 10
    17-17 function square | square = \\(x)
    18-18 function quoted | "quoted" <- function()
    19-19 function assign_right | assign_right <<- function(y)
    21-29 class Stack | Stack <- R6::R6Class("Stack", inherit = Base, public = list(items = NULL, push = function(x) { self$items <- c(self$items, x) }))
      25-27 method Stack.push | push = function(x)
    31-31 class Person | setClass("Person", representation(name = "character"))
    32-33 function speak | setGeneric("speak", function(obj) standardGeneric("speak"))
    34-36 function (it reads) | test_that("it reads", { expect_equal(read_table("a.csv"), 1) })
    2: import dplyr of dplyr
    3: import stats of stats
    4: import helpers of R/helpers.R
    10: call read.csv of utils
    11: call hidden of stats
    12: call filter of dplyr, call clean
    15: call paste0
    21: call R6Class of R6
    22: inherit Base
    33: call cat
    34: call test_that
    35: call expect_equal, call read_table
    "
  `);
});

test('roxygen comments are documentation', async () => {
  expect(
    await outlineOf(
      'r',
      `library(dplyr)

#' Mean of x.
mean_of <- function(x) {
  stats::sd(x)
}

setClass('Point',
  representation(x = 'numeric'))
`,
    ),
  ).toMatchInlineSnapshot(`
    "
    3-6 function mean_of | mean_of <- function(x) | "Mean of x."
    8-9 class Point | setClass('Point', representation(x = 'numeric'))
    1: import dplyr of dplyr
    5: call sd of stats
    "
  `);
});
